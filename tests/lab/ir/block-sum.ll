; ModuleID = 'x.cu'
source_filename = "x.cu"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ8blockSumPKiPimE4sums = internal unnamed_addr addrspace(3) global [32 x i32] undef, align 4, !dbg !0

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @_Z8blockSumPKiPim(ptr noundef readonly captures(none) %x, ptr noundef writeonly captures(none) %out, i64 noundef %n) local_unnamed_addr #0 !dbg !2 {
entry:
    #dbg_value(ptr %x, !18, !DIExpression(), !46)
    #dbg_value(ptr %out, !19, !DIExpression(), !46)
    #dbg_value(i64 %n, !20, !DIExpression(), !46)
  %0 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !47
  %rem = and i32 %0, 31, !dbg !48
    #dbg_value(i32 %rem, !21, !DIExpression(), !46)
  %div55 = lshr i32 %0, 5, !dbg !49
    #dbg_value(i32 %div55, !23, !DIExpression(), !46)
  %1 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !50
  %conv = zext nneg i32 %1 to i64, !dbg !50
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !51
  %conv4 = zext nneg i32 %2 to i64, !dbg !51
  %mul = mul nuw nsw i64 %conv, %conv4, !dbg !52
  %conv6 = zext nneg i32 %0 to i64, !dbg !53
  %add = add nuw nsw i64 %mul, %conv6, !dbg !54
    #dbg_value(i64 %add, !24, !DIExpression(), !46)
  %cmp = icmp ult i64 %add, %n, !dbg !55
  br i1 %cmp, label %cond.true, label %cond.end, !dbg !56

cond.true:                                        ; preds = %entry
  %arrayidx = getelementptr inbounds nuw i32, ptr %x, i64 %add, !dbg !57
  %3 = load i32, ptr %arrayidx, align 4, !dbg !57, !tbaa !42
  br label %cond.end, !dbg !56

cond.end:                                         ; preds = %entry, %cond.true
  %cond = phi i32 [ %3, %cond.true ], [ 0, %entry ], !dbg !56
    #dbg_value(i32 %cond, !25, !DIExpression(), !46)
    #dbg_value(i32 16, !26, !DIExpression(), !58)
    #dbg_value(i32 16, !26, !DIExpression(), !58)
    #dbg_value(i32 %cond, !25, !DIExpression(), !46)
  %4 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %cond, i32 range(i32 1, -2147483648) 16, i32 31), !dbg !59
  %add9 = add nsw i32 %4, %cond, !dbg !61
    #dbg_value(i32 %add9, !25, !DIExpression(), !46)
    #dbg_value(i32 8, !26, !DIExpression(), !58)
  %5 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %add9, i32 range(i32 1, -2147483648) 8, i32 31), !dbg !59
  %add9.1 = add nsw i32 %5, %add9, !dbg !61
    #dbg_value(i32 %add9.1, !25, !DIExpression(), !46)
    #dbg_value(i32 4, !26, !DIExpression(), !58)
  %6 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %add9.1, i32 range(i32 1, -2147483648) 4, i32 31), !dbg !59
  %add9.2 = add nsw i32 %6, %add9.1, !dbg !61
    #dbg_value(i32 %add9.2, !25, !DIExpression(), !46)
    #dbg_value(i32 2, !26, !DIExpression(), !58)
  %7 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %add9.2, i32 range(i32 1, -2147483648) 2, i32 31), !dbg !59
  %add9.3 = add nsw i32 %7, %add9.2, !dbg !61
    #dbg_value(i32 %add9.3, !25, !DIExpression(), !46)
    #dbg_value(i32 1, !26, !DIExpression(), !58)
  %8 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %add9.3, i32 range(i32 1, -2147483648) 1, i32 31), !dbg !59
    #dbg_value(!DIArgList(i32 %8, i32 %add9.3), !25, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !46)
    #dbg_value(i32 0, !26, !DIExpression(), !58)
  %cmp11 = icmp eq i32 %rem, 0, !dbg !62
  br i1 %cmp11, label %if.then, label %if.end, !dbg !62

if.then:                                          ; preds = %cond.end
  %add9.4 = add nsw i32 %8, %add9.3, !dbg !61
    #dbg_value(i32 %add9.4, !25, !DIExpression(), !46)
  %idxprom = zext nneg i32 %div55 to i64, !dbg !64
  %arrayidx12 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ8blockSumPKiPimE4sums to ptr), i64 %idxprom, !dbg !64
  store i32 %add9.4, ptr %arrayidx12, align 4, !dbg !65, !tbaa !42
  br label %if.end, !dbg !64

if.end:                                           ; preds = %if.then, %cond.end
  tail call void asm sideeffect "bar.sync 0;", "~{memory}"() #3, !dbg !66, !srcloc !67
  %cmp13 = icmp eq i32 %div55, 0, !dbg !68
  br i1 %cmp13, label %if.then14, label %if.end40, !dbg !68

if.then14:                                        ; preds = %if.end
  %div1656 = lshr i32 %2, 5, !dbg !69
  %cmp17 = icmp samesign ult i32 %rem, %div1656, !dbg !70
  br i1 %cmp17, label %cond.true18, label %cond.end22, !dbg !71

cond.true18:                                      ; preds = %if.then14
  %idxprom19 = zext nneg i32 %rem to i64, !dbg !72
  %arrayidx20 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ8blockSumPKiPimE4sums to ptr), i64 %idxprom19, !dbg !72
  %9 = load i32, ptr %arrayidx20, align 4, !dbg !72, !tbaa !42
  br label %cond.end22, !dbg !71

cond.end22:                                       ; preds = %if.then14, %cond.true18
  %cond23 = phi i32 [ %9, %cond.true18 ], [ 0, %if.then14 ], !dbg !71
    #dbg_value(i32 %cond23, !25, !DIExpression(), !46)
    #dbg_value(i32 16, !28, !DIExpression(), !73)
    #dbg_value(i32 16, !28, !DIExpression(), !73)
    #dbg_value(i32 %cond23, !25, !DIExpression(), !46)
  %10 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %cond23, i32 range(i32 1, -2147483648) 16, i32 31), !dbg !74
  %add30 = add nsw i32 %10, %cond23, !dbg !76
    #dbg_value(i32 %add30, !25, !DIExpression(), !46)
    #dbg_value(i32 8, !28, !DIExpression(), !73)
  %11 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %add30, i32 range(i32 1, -2147483648) 8, i32 31), !dbg !74
  %add30.1 = add nsw i32 %11, %add30, !dbg !76
    #dbg_value(i32 %add30.1, !25, !DIExpression(), !46)
    #dbg_value(i32 4, !28, !DIExpression(), !73)
  %12 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %add30.1, i32 range(i32 1, -2147483648) 4, i32 31), !dbg !74
  %add30.2 = add nsw i32 %12, %add30.1, !dbg !76
    #dbg_value(i32 %add30.2, !25, !DIExpression(), !46)
    #dbg_value(i32 2, !28, !DIExpression(), !73)
  %13 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %add30.2, i32 range(i32 1, -2147483648) 2, i32 31), !dbg !74
  %add30.3 = add nsw i32 %13, %add30.2, !dbg !76
    #dbg_value(i32 %add30.3, !25, !DIExpression(), !46)
    #dbg_value(i32 1, !28, !DIExpression(), !73)
  %14 = tail call noundef i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %add30.3, i32 range(i32 1, -2147483648) 1, i32 31), !dbg !74
    #dbg_value(!DIArgList(i32 %14, i32 %add30.3), !25, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !46)
    #dbg_value(i32 0, !28, !DIExpression(), !73)
  br i1 %cmp11, label %if.then35, label %if.end40, !dbg !77

if.then35:                                        ; preds = %cond.end22
  %add30.4 = add nsw i32 %14, %add30.3, !dbg !76
    #dbg_value(i32 %add30.4, !25, !DIExpression(), !46)
  %arrayidx38 = getelementptr inbounds nuw i32, ptr %out, i64 %conv, !dbg !79
  store i32 %add30.4, ptr %arrayidx38, align 4, !dbg !80, !tbaa !42
  br label %if.end40, !dbg !79

if.end40:                                         ; preds = %cond.end22, %if.then35, %if.end
  ret void, !dbg !81
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_86" "target-features"="+ptx71,+sm_86" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { convergent nounwind }

!llvm.module.flags = !{!35, !36, !37, !38, !39, !40}
!llvm.dbg.cu = !{!13}
!llvm.ident = !{!41}
!llvm.errno.tbaa = !{!42}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_constu, 8, DW_OP_swap, DW_OP_xderef))
!1 = distinct !DIGlobalVariable(name: "sums", scope: !2, file: !3, line: 9, type: !32, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "blockSum", linkageName: "_Z8blockSumPKiPim", scope: !3, file: !3, line: 7, type: !4, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !13, retainedNodes: !17)
!3 = !DIFile(filename: "x.cu", directory: "")
!4 = !DISubroutineType(types: !5)
!5 = !{null, !6, !9, !10}
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)
!7 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!10 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !11, line: 72, baseType: !12)
!11 = !DIFile(filename: "/usr/include/wasm32-wasip1/bits/alltypes.h", directory: "")
!12 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!13 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !14, producer: "clang version 22.1.0 (https://codeberg.org/YoWASP/llvm-project 9560ae0f2cc440e4fc891fddbc119da6f56daa59)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !15, globals: !16, splitDebugInlining: false, nameTableKind: None)
!14 = !DIFile(filename: "<stdin>", directory: "")
!15 = !{!10, !8}
!16 = !{!0}
!17 = !{!18, !19, !20, !21, !23, !24, !25, !26, !28}
!18 = !DILocalVariable(name: "x", arg: 1, scope: !2, file: !3, line: 7, type: !6)
!19 = !DILocalVariable(name: "out", arg: 2, scope: !2, file: !3, line: 7, type: !9)
!20 = !DILocalVariable(name: "n", arg: 3, scope: !2, file: !3, line: 7, type: !10)
!21 = !DILocalVariable(name: "lane", scope: !2, file: !3, line: 10, type: !22)
!22 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!23 = !DILocalVariable(name: "warp", scope: !2, file: !3, line: 10, type: !22)
!24 = !DILocalVariable(name: "i", scope: !2, file: !3, line: 11, type: !10)
!25 = !DILocalVariable(name: "sum", scope: !2, file: !3, line: 14, type: !8)
!26 = !DILocalVariable(name: "offset", scope: !27, file: !3, line: 15, type: !8)
!27 = distinct !DILexicalBlock(scope: !2, file: !3, line: 15, column: 5)
!28 = !DILocalVariable(name: "offset", scope: !29, file: !3, line: 22, type: !8)
!29 = distinct !DILexicalBlock(scope: !30, file: !3, line: 22, column: 9)
!30 = distinct !DILexicalBlock(scope: !31, file: !3, line: 20, column: 20)
!31 = distinct !DILexicalBlock(scope: !2, file: !3, line: 20, column: 9)
!32 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 1024, elements: !33)
!33 = !{!34}
!34 = !DISubrange(count: 32)
!35 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 8]}
!36 = !{i32 7, !"Dwarf Version", i32 2}
!37 = !{i32 2, !"Debug Info Version", i32 3}
!38 = !{i32 1, !"wchar_size", i32 4}
!39 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!40 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!41 = !{!"clang version 22.1.0 (https://codeberg.org/YoWASP/llvm-project 9560ae0f2cc440e4fc891fddbc119da6f56daa59)"}
!42 = !{!43, !43, i64 0}
!43 = !{!"int", !44, i64 0}
!44 = !{!"omnipotent char", !45, i64 0}
!45 = !{!"Simple C++ TBAA"}
!46 = !DILocation(line: 0, scope: !2)
!47 = !DILocation(line: 10, column: 25, scope: !2)
!48 = !DILocation(line: 10, column: 37, scope: !2)
!49 = !DILocation(line: 10, column: 62, scope: !2)
!50 = !DILocation(line: 11, column: 24, scope: !2)
!51 = !DILocation(line: 11, column: 37, scope: !2)
!52 = !DILocation(line: 11, column: 35, scope: !2)
!53 = !DILocation(line: 11, column: 50, scope: !2)
!54 = !DILocation(line: 11, column: 48, scope: !2)
!55 = !DILocation(line: 14, column: 17, scope: !2)
!56 = !DILocation(line: 14, column: 15, scope: !2)
!57 = !DILocation(line: 14, column: 23, scope: !2)
!58 = !DILocation(line: 0, scope: !27)
!59 = !DILocation(line: 16, column: 16, scope: !60)
!60 = distinct !DILexicalBlock(scope: !27, file: !3, line: 15, column: 5)
!61 = !DILocation(line: 16, column: 13, scope: !60)
!62 = !DILocation(line: 17, column: 14, scope: !63)
!63 = distinct !DILexicalBlock(scope: !2, file: !3, line: 17, column: 9)
!64 = !DILocation(line: 18, column: 9, scope: !63)
!65 = !DILocation(line: 18, column: 20, scope: !63)
!66 = !DILocation(line: 19, column: 5, scope: !2)
!67 = !{i64 781930}
!68 = !DILocation(line: 20, column: 14, scope: !31)
!69 = !DILocation(line: 21, column: 33, scope: !30)
!70 = !DILocation(line: 21, column: 20, scope: !30)
!71 = !DILocation(line: 21, column: 15, scope: !30)
!72 = !DILocation(line: 21, column: 40, scope: !30)
!73 = !DILocation(line: 0, scope: !29)
!74 = !DILocation(line: 23, column: 20, scope: !75)
!75 = distinct !DILexicalBlock(scope: !29, file: !3, line: 22, column: 9)
!76 = !DILocation(line: 23, column: 17, scope: !75)
!77 = !DILocation(line: 24, column: 18, scope: !78)
!78 = distinct !DILexicalBlock(scope: !30, file: !3, line: 24, column: 13)
!79 = !DILocation(line: 25, column: 13, scope: !78)
!80 = !DILocation(line: 25, column: 29, scope: !78)
!81 = !DILocation(line: 28, column: 1, scope: !2)
