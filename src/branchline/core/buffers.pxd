from cpython cimport array

cdef inline double* doubles(array.array numbers) except NULL:
    if numbers.typecode != "d":
        raise TypeError("an array('d') is needed")
    return numbers.data.as_doubles

cdef inline int* integers(array.array numbers) except NULL:
    if numbers.typecode != "i":
        raise TypeError("an array('i') is needed")
    return numbers.data.as_ints

cdef inline short* shorts(array.array numbers) except NULL:
    if numbers.typecode != "h":
        raise TypeError("an array('h') is needed")
    return numbers.data.as_shorts

cdef inline unsigned long long* words(array.array numbers) except NULL:
    if numbers.typecode != "Q":
        raise TypeError("an array('Q') is needed")
    return <unsigned long long*> numbers.data.as_chars

cdef inline unsigned char* octets(array.array numbers) except NULL:
    if numbers.typecode != "B":
        raise TypeError("an array('B') is needed")
    return numbers.data.as_uchars

cdef inline float* floats(array.array numbers) except NULL:
    if numbers.typecode != "f":
        raise TypeError("an array('f') is needed")
    return numbers.data.as_floats
