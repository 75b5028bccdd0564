; ModuleID = 'x.cu'
source_filename = "x.cu"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite)
define dso_local ptx_kernel void @_Z8warpMostPKiPim(ptr noundef readonly captures(none) %in, ptr noundef writeonly captures(none) %out, i64 noundef %n) local_unnamed_addr #0 !dbg !18 {
entry:
    #dbg_value(ptr %in, !26, !DIExpression(), !33)
    #dbg_value(ptr %out, !27, !DIExpression(), !33)
    #dbg_value(i64 %n, !28, !DIExpression(), !33)
  %0 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !34
  %conv = zext nneg i32 %0 to i64, !dbg !34
  %1 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !35
  %conv2 = zext nneg i32 %1 to i64, !dbg !35
  %mul = mul nuw nsw i64 %conv, %conv2, !dbg !36
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !37
  %conv4 = zext nneg i32 %2 to i64, !dbg !37
  %add = add nuw nsw i64 %mul, %conv4, !dbg !38
    #dbg_value(i64 %add, !29, !DIExpression(), !33)
  %cmp = icmp ult i64 %add, %n, !dbg !39
  br i1 %cmp, label %cond.true, label %cond.end, !dbg !40

cond.true:                                        ; preds = %entry
  %arrayidx = getelementptr inbounds nuw i32, ptr %in, i64 %add, !dbg !41
  %3 = load i32, ptr %arrayidx, align 4, !dbg !41, !tbaa !14
  br label %cond.end, !dbg !40

cond.end:                                         ; preds = %entry, %cond.true
  %cond = phi i32 [ %3, %cond.true ], [ -2147483648, %entry ], !dbg !40
    #dbg_value(i32 %cond, !30, !DIExpression(), !33)
    #dbg_value(i32 16, !31, !DIExpression(), !42)
    #dbg_value(i32 16, !31, !DIExpression(), !42)
    #dbg_value(i32 %cond, !30, !DIExpression(), !33)
  %4 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %cond, i32 range(i32 1, -2147483648) 16, i32 31), !dbg !43
  %cond.i = tail call noundef i32 @llvm.smax.i32(i32 %cond, i32 %4), !dbg !45
    #dbg_value(i32 %cond.i, !30, !DIExpression(), !33)
    #dbg_value(i32 8, !31, !DIExpression(), !42)
  %5 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %cond.i, i32 range(i32 1, -2147483648) 8, i32 31), !dbg !43
  %cond.i.1 = tail call noundef i32 @llvm.smax.i32(i32 %cond.i, i32 %5), !dbg !45
    #dbg_value(i32 %cond.i.1, !30, !DIExpression(), !33)
    #dbg_value(i32 4, !31, !DIExpression(), !42)
  %6 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %cond.i.1, i32 range(i32 1, -2147483648) 4, i32 31), !dbg !43
  %cond.i.2 = tail call noundef i32 @llvm.smax.i32(i32 %cond.i.1, i32 %6), !dbg !45
    #dbg_value(i32 %cond.i.2, !30, !DIExpression(), !33)
    #dbg_value(i32 2, !31, !DIExpression(), !42)
  %7 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %cond.i.2, i32 range(i32 1, -2147483648) 2, i32 31), !dbg !43
  %cond.i.3 = tail call noundef i32 @llvm.smax.i32(i32 %cond.i.2, i32 %7), !dbg !45
    #dbg_value(i32 %cond.i.3, !30, !DIExpression(), !33)
    #dbg_value(i32 1, !31, !DIExpression(), !42)
  %8 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %cond.i.3, i32 range(i32 1, -2147483648) 1, i32 31), !dbg !43
    #dbg_value(i32 poison, !30, !DIExpression(), !33)
    #dbg_value(i32 0, !31, !DIExpression(), !42)
  br i1 %cmp, label %if.then, label %if.end, !dbg !46

if.then:                                          ; preds = %cond.end
  %cond.i.4 = tail call noundef i32 @llvm.smax.i32(i32 %cond.i.3, i32 %8), !dbg !45
    #dbg_value(i32 %cond.i.4, !30, !DIExpression(), !33)
  %arrayidx9 = getelementptr inbounds nuw i32, ptr %out, i64 %add, !dbg !48
  store i32 %cond.i.4, ptr %arrayidx9, align 4, !dbg !49, !tbaa !14
  br label %if.end, !dbg !48

if.end:                                           ; preds = %if.then, %cond.end
  ret void, !dbg !50
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #3

attributes #0 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_86" "target-features"="+ptx71,+sm_86" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5}
!llvm.dbg.cu = !{!6}
!llvm.ident = !{!13}
!llvm.errno.tbaa = !{!14}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 8]}
!1 = !{i32 7, !"Dwarf Version", i32 2}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"wchar_size", i32 4}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!5 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!6 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !7, producer: "clang version 22.1.0 (https://codeberg.org/YoWASP/llvm-project 9560ae0f2cc440e4fc891fddbc119da6f56daa59)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, splitDebugInlining: false, nameTableKind: None)
!7 = !DIFile(filename: "<stdin>", directory: "")
!8 = !{!9, !12}
!9 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !10, line: 72, baseType: !11)
!10 = !DIFile(filename: "/usr/include/wasm32-wasip1/bits/alltypes.h", directory: "")
!11 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !{!"clang version 22.1.0 (https://codeberg.org/YoWASP/llvm-project 9560ae0f2cc440e4fc891fddbc119da6f56daa59)"}
!14 = !{!15, !15, i64 0}
!15 = !{!"int", !16, i64 0}
!16 = !{!"omnipotent char", !17, i64 0}
!17 = !{!"Simple C++ TBAA"}
!18 = distinct !DISubprogram(name: "warpMost", linkageName: "_Z8warpMostPKiPim", scope: !19, file: !19, line: 9, type: !20, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6, retainedNodes: !25)
!19 = !DIFile(filename: "x.cu", directory: "")
!20 = !DISubroutineType(types: !21)
!21 = !{null, !22, !24, !9}
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !23, size: 64)
!23 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!25 = !{!26, !27, !28, !29, !30, !31}
!26 = !DILocalVariable(name: "in", arg: 1, scope: !18, file: !19, line: 9, type: !22)
!27 = !DILocalVariable(name: "out", arg: 2, scope: !18, file: !19, line: 9, type: !24)
!28 = !DILocalVariable(name: "n", arg: 3, scope: !18, file: !19, line: 9, type: !9)
!29 = !DILocalVariable(name: "i", scope: !18, file: !19, line: 11, type: !9)
!30 = !DILocalVariable(name: "most", scope: !18, file: !19, line: 14, type: !12)
!31 = !DILocalVariable(name: "step", scope: !32, file: !19, line: 16, type: !12)
!32 = distinct !DILexicalBlock(scope: !18, file: !19, line: 16, column: 5)
!33 = !DILocation(line: 0, scope: !18)
!34 = !DILocation(line: 11, column: 24, scope: !18)
!35 = !DILocation(line: 11, column: 37, scope: !18)
!36 = !DILocation(line: 11, column: 35, scope: !18)
!37 = !DILocation(line: 11, column: 50, scope: !18)
!38 = !DILocation(line: 11, column: 48, scope: !18)
!39 = !DILocation(line: 14, column: 18, scope: !18)
!40 = !DILocation(line: 14, column: 16, scope: !18)
!41 = !DILocation(line: 14, column: 24, scope: !18)
!42 = !DILocation(line: 0, scope: !32)
!43 = !DILocation(line: 17, column: 26, scope: !44)
!44 = distinct !DILexicalBlock(scope: !32, file: !19, line: 16, column: 5)
!45 = !DILocation(line: 17, column: 16, scope: !44)
!46 = !DILocation(line: 18, column: 11, scope: !47)
!47 = distinct !DILexicalBlock(scope: !18, file: !19, line: 18, column: 9)
!48 = !DILocation(line: 19, column: 9, scope: !47)
!49 = !DILocation(line: 19, column: 16, scope: !47)
!50 = !DILocation(line: 21, column: 1, scope: !18)
