from cpython cimport array

cdef inline double* doubles(array.array numbers) except NULL:
    if numbers.typecode != "d":
        raise TypeError("an array('d') is needed")
    return numbers.data.as_doubles

cdef inline int* integers(array.array numbers) except NULL:
    if numbers.typecode != "i":
        raise TypeError("an array('i') is needed")
    return numbers.data.as_ints
