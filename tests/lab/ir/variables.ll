; ModuleID = 'variables.cu'
source_filename = "variables.cu"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @_Z5countPii(ptr noundef captures(none) %out, i32 noundef %n) local_unnamed_addr #0 !dbg !15 {
entry:
    #dbg_value(ptr %out, !21, !DIExpression(), !38)
    #dbg_value(i32 %n, !22, !DIExpression(), !38)
  %0 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !39
    #dbg_value(i32 %0, !23, !DIExpression(), !38)
    #dbg_value(float poison, !25, !DIExpression(), !38)
    #dbg_value(i32 0, !27, !DIExpression(), !40)
    #dbg_value(i32 0, !24, !DIExpression(), !38)
  %cmp41 = icmp sgt i32 %n, 0, !dbg !41
  br i1 %cmp41, label %for.body.lr.ph, label %for.cond.cleanup, !dbg !43

for.body.lr.ph:                                   ; preds = %entry
  %idxprom = zext nneg i32 %0 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %out, i64 %idxprom
  br label %for.body, !dbg !43

for.cond.cleanup:                                 ; preds = %entry
    #dbg_value(i32 %n, !29, !DIExpression(DW_OP_plus_uconst, 11, DW_OP_stack_value), !44)
  %cmp344 = icmp sgt i32 %n, -11, !dbg !45
  br i1 %cmp344, label %for.body5.lr.ph, label %for.cond.cleanup.for.cond14.preheader_crit_edge, !dbg !46

for.cond.cleanup.for.cond14.preheader_crit_edge:  ; preds = %for.cond.cleanup
  %.pre = zext nneg i32 %0 to i64
  br label %for.cond14.preheader, !dbg !46

for.body5.lr.ph:                                  ; preds = %for.body, %for.cond.cleanup
  %add1 = add nsw i32 %n, 11, !dbg !47
    #dbg_value(i32 %add1, !29, !DIExpression(), !44)
  %idxprom7 = zext nneg i32 %0 to i64
  %arrayidx8 = getelementptr inbounds nuw i32, ptr %out, i64 %idxprom7
  br label %for.body5, !dbg !46

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %sum.043 = phi i32 [ 0, %for.body.lr.ph ], [ %add, %for.body ]
  %k.042 = phi i32 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
    #dbg_value(i32 %sum.043, !24, !DIExpression(), !38)
    #dbg_value(i32 %k.042, !27, !DIExpression(), !40)
  %mul = mul nuw nsw i32 %k.042, %0, !dbg !48
  %add = add nuw nsw i32 %sum.043, %mul, !dbg !50
    #dbg_value(i32 %add, !24, !DIExpression(), !38)
  store i32 %add, ptr %arrayidx, align 4, !dbg !51, !tbaa !11
  tail call void asm sideeffect "bar.sync 0;", "~{memory}"() #2, !dbg !52, !srcloc !53
  %inc = add nuw nsw i32 %k.042, 1, !dbg !54
    #dbg_value(i32 %inc, !27, !DIExpression(), !40)
  %exitcond.not = icmp eq i32 %inc, %n, !dbg !41
  br i1 %exitcond.not, label %for.body5.lr.ph, label %for.body, !dbg !43, !llvm.loop !55

for.cond14.preheader:                             ; preds = %if.end, %for.cond.cleanup.for.cond14.preheader_crit_edge
  %idxprom20.pre-phi = phi i64 [ %.pre, %for.cond.cleanup.for.cond14.preheader_crit_edge ], [ %idxprom7, %if.end ]
  %conv = uitofp nneg i32 %0 to float, !dbg !59
  %div = fmul contract float %conv, 5.000000e-01, !dbg !60
    #dbg_value(float %div, !25, !DIExpression(), !38)
    #dbg_value(i32 poison, !35, !DIExpression(), !61)
  %conv18 = fptosi float %div to i32
  %arrayidx21 = getelementptr inbounds nuw i32, ptr %out, i64 %idxprom20.pre-phi
  %arrayidx21.promoted = load i32, ptr %arrayidx21, align 4, !tbaa !11
  %add22 = add nsw i32 %arrayidx21.promoted, %conv18, !dbg !62
  store i32 %add22, ptr %arrayidx21, align 4, !dbg !62, !tbaa !11
  ret void, !dbg !64

for.body5:                                        ; preds = %for.body5.lr.ph, %if.end
  %s.045 = phi i32 [ %add1, %for.body5.lr.ph ], [ %div1140, %if.end ]
    #dbg_value(i32 %s.045, !29, !DIExpression(), !44)
  %cmp6 = icmp slt i32 %0, %s.045, !dbg !65
    #dbg_value(i1 %cmp6, !31, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !66)
  br i1 %cmp6, label %if.then, label %if.end, !dbg !67

if.then:                                          ; preds = %for.body5
  %1 = load i32, ptr %arrayidx8, align 4, !dbg !69, !tbaa !11
  %add9 = add nsw i32 %1, %s.045, !dbg !69
  store i32 %add9, ptr %arrayidx8, align 4, !dbg !69, !tbaa !11
  br label %if.end, !dbg !70

if.end:                                           ; preds = %if.then, %for.body5
  tail call void asm sideeffect "bar.sync 0;", "~{memory}"() #2, !dbg !71, !srcloc !53
  %div1140 = lshr i32 %s.045, 1, !dbg !72
    #dbg_value(i32 %div1140, !29, !DIExpression(), !44)
  %cmp3.not = icmp eq i32 %div1140, 0, !dbg !45
  br i1 %cmp3.not, label %for.cond14.preheader, label %for.body5, !dbg !46, !llvm.loop !73
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent mustprogress noinline norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_86" "target-features"="+ptx71,+sm_86" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5}
!llvm.dbg.cu = !{!6}
!llvm.ident = !{!10}
!llvm.errno.tbaa = !{!11}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 8]}
!1 = !{i32 7, !"Dwarf Version", i32 2}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"wchar_size", i32 4}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!5 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!6 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !7, producer: "clang version 22.1.0 (https://codeberg.org/YoWASP/llvm-project 9560ae0f2cc440e4fc891fddbc119da6f56daa59)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, splitDebugInlining: false, nameTableKind: None)
!7 = !DIFile(filename: "<stdin>", directory: "")
!8 = !{!9}
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !{!"clang version 22.1.0 (https://codeberg.org/YoWASP/llvm-project 9560ae0f2cc440e4fc891fddbc119da6f56daa59)"}
!11 = !{!12, !12, i64 0}
!12 = !{!"int", !13, i64 0}
!13 = !{!"omnipotent char", !14, i64 0}
!14 = !{!"Simple C++ TBAA"}
!15 = distinct !DISubprogram(name: "count", linkageName: "_Z5countPii", scope: !16, file: !16, line: 2, type: !17, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6, retainedNodes: !20)
!16 = !DIFile(filename: "variables.cu", directory: "")
!17 = !DISubroutineType(types: !18)
!18 = !{null, !19, !9}
!19 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!20 = !{!21, !22, !23, !24, !25, !27, !29, !31, !35}
!21 = !DILocalVariable(name: "out", arg: 1, scope: !15, file: !16, line: 2, type: !19)
!22 = !DILocalVariable(name: "n", arg: 2, scope: !15, file: !16, line: 2, type: !9)
!23 = !DILocalVariable(name: "i", scope: !15, file: !16, line: 4, type: !9)
!24 = !DILocalVariable(name: "sum", scope: !15, file: !16, line: 4, type: !9)
!25 = !DILocalVariable(name: "half", scope: !15, file: !16, line: 5, type: !26)
!26 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!27 = !DILocalVariable(name: "k", scope: !28, file: !16, line: 7, type: !9)
!28 = distinct !DILexicalBlock(scope: !15, file: !16, line: 7, column: 5)
!29 = !DILocalVariable(name: "s", scope: !30, file: !16, line: 13, type: !9)
!30 = distinct !DILexicalBlock(scope: !15, file: !16, line: 13, column: 5)
!31 = !DILocalVariable(name: "low", scope: !32, file: !16, line: 14, type: !34)
!32 = distinct !DILexicalBlock(scope: !33, file: !16, line: 13, column: 41)
!33 = distinct !DILexicalBlock(scope: !30, file: !16, line: 13, column: 5)
!34 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!35 = !DILocalVariable(name: "i", scope: !36, file: !16, line: 19, type: !37)
!36 = distinct !DILexicalBlock(scope: !15, file: !16, line: 19, column: 5)
!37 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!38 = !DILocation(line: 0, scope: !15)
!39 = !DILocation(line: 4, column: 13, scope: !15)
!40 = !DILocation(line: 0, scope: !28)
!41 = !DILocation(line: 7, column: 23, scope: !42)
!42 = distinct !DILexicalBlock(scope: !28, file: !16, line: 7, column: 5)
!43 = !DILocation(line: 7, column: 5, scope: !28)
!44 = !DILocation(line: 0, scope: !30)
!45 = !DILocation(line: 13, column: 28, scope: !33)
!46 = !DILocation(line: 13, column: 5, scope: !30)
!47 = !DILocation(line: 13, column: 20, scope: !30)
!48 = !DILocation(line: 8, column: 18, scope: !49)
!49 = distinct !DILexicalBlock(scope: !42, file: !16, line: 7, column: 33)
!50 = !DILocation(line: 8, column: 13, scope: !49)
!51 = !DILocation(line: 9, column: 16, scope: !49)
!52 = !DILocation(line: 10, column: 9, scope: !49)
!53 = !{i64 758026}
!54 = !DILocation(line: 7, column: 29, scope: !42)
!55 = distinct !{!55, !43, !56, !57, !58}
!56 = !DILocation(line: 11, column: 5, scope: !28)
!57 = !{!"llvm.loop.mustprogress"}
!58 = !{!"llvm.loop.unroll.disable"}
!59 = !DILocation(line: 5, column: 18, scope: !15)
!60 = !DILocation(line: 5, column: 20, scope: !15)
!61 = !DILocation(line: 0, scope: !36)
!62 = !DILocation(line: 20, column: 26, scope: !63)
!63 = distinct !DILexicalBlock(scope: !36, file: !16, line: 19, column: 5)
!64 = !DILocation(line: 21, column: 1, scope: !15)
!65 = !DILocation(line: 14, column: 22, scope: !32)
!66 = !DILocation(line: 0, scope: !32)
!67 = !DILocation(line: 15, column: 13, scope: !68)
!68 = distinct !DILexicalBlock(scope: !32, file: !16, line: 15, column: 13)
!69 = !DILocation(line: 16, column: 20, scope: !68)
!70 = !DILocation(line: 16, column: 13, scope: !68)
!71 = !DILocation(line: 17, column: 9, scope: !32)
!72 = !DILocation(line: 13, column: 35, scope: !33)
!73 = distinct !{!73, !46, !74, !57, !58}
!74 = !DILocation(line: 18, column: 5, scope: !30)
