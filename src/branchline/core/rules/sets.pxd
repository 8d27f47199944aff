from branchline.core.bits cimport lowest, u64

cpdef list members(u64 low, u64 high)
