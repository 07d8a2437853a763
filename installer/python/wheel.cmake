# Makes the wheel for the interpreter of the build (scripts/package):
#   cmake -D BUILD=build/release -D OUT=FOLDER -P installer/python/wheel.cmake
# The wheel brings the libraries of the module along, except those of C and C++, which every Debian 12
# with Python has, so that a program has only one of each.
include(${CMAKE_CURRENT_LIST_DIR}/../linux/copied_libraries.cmake)
get_filename_component(BUILD ${BUILD} ABSOLUTE)
get_filename_component(OUT ${OUT} ABSOLUTE)
get_filename_component(source ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
set(stage ${BUILD}/wheel)
set(python /usr/bin/python3)
file(REMOVE_RECURSE ${stage})
file(COPY ${BUILD}/python/neuronscope DESTINATION ${stage}
  PATTERN __pycache__ EXCLUDE PATTERN .mypy_cache EXCLUDE)
file(GLOB module ${stage}/neuronscope/_core*.so)
run(ignored strip --strip-unneeded ${module})
copy_libraries(${stage}/neuronscope.libs copied LIBRARIES ${module} WITHOUT "^lib(stdc\\+\\+|gcc_s)\\.so")
run(ignored ${PATCHELF} --force-rpath --set-rpath $ORIGIN/../neuronscope.libs ${module})

file(STRINGS ${BUILD}/installer/wheel/METADATA version REGEX "^Version: ")
string(REPLACE "Version: " "" version "${version}")
# The tag without a semicolon, at which CMake divides lists.
run(tag ${python} -c
  "from sys import version_info as v\nfrom sysconfig import get_platform\nprint(f'cp{v.major}{v.minor}-cp{v.major}{v.minor}-' + get_platform().replace('-', '_'))")
set(info ${stage}/neuronscope-${version}.dist-info)
file(COPY ${BUILD}/installer/wheel/METADATA ${source}/LICENSE ${source}/installer/third-party.md
  DESTINATION ${info})
file(WRITE ${info}/WHEEL
  "Wheel-Version: 1.0\nGenerator: neuronscope\nRoot-Is-Purelib: false\nTag: ${tag}\n")
copy_licences(${info}/third-party ${copied})
foreach(package libcli11-dev libexpected-dev libkainjow-mustache-dev libsqlitecpp-dev nlohmann-json3-dev
    pybind11-dev)
  if(EXISTS /usr/share/doc/${package}/copyright)
    configure_file(/usr/share/doc/${package}/copyright ${info}/third-party/${package} COPYONLY)
  endif()
endforeach()
file(MAKE_DIRECTORY ${OUT})
run(ignored ${python} -m wheel pack ${stage} --dest-dir ${OUT})
