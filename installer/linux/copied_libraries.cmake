# Functions for packages that bring their libraries along: the archive and the wheel.
find_program(PATCHELF patchelf)
if(NOT PATCHELF)
  message(FATAL_ERROR "The package needs patchelf (scripts/setup --package)")
endif()

function(run out)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  set(${out} "${output}" PARENT_SCOPE)
endfunction()

# copy_libraries(FOLDER out EXECUTABLES file... LIBRARIES file... WITHOUT regex...)
# Copies the libraries that the files need to FOLDER, where they find each other. libc and its parts
# belong to the kernel and the loader of the machine. `out`: the files of this machine.
function(copy_libraries folder out)
  cmake_parse_arguments(arg "" "" "EXECUTABLES;LIBRARIES;WITHOUT" ${ARGN})
  file(GET_RUNTIME_DEPENDENCIES
    EXECUTABLES ${arg_EXECUTABLES}
    LIBRARIES ${arg_LIBRARIES}
    RESOLVED_DEPENDENCIES_VAR libraries
    UNRESOLVED_DEPENDENCIES_VAR missing
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|util|anl|mvec|nsl|BrokenLocale)\\.so"
      "^libnss_" "^linux-vdso" ${arg_WITHOUT})
  if(missing)
    message(FATAL_ERROR "Libraries that the programs need are not on this machine: ${missing}")
  endif()
  set(copied "")
  foreach(library IN LISTS libraries)
    get_filename_component(name ${library} NAME)
    file(REAL_PATH ${library} real)
    file(COPY ${real} DESTINATION ${folder})
    get_filename_component(real_name ${real} NAME)
    if(NOT real_name STREQUAL name)
      file(RENAME ${folder}/${real_name} ${folder}/${name})
    endif()
    run(ignored ${PATCHELF} --force-rpath --set-rpath $ORIGIN ${folder}/${name})
    list(APPEND copied ${real})
  endforeach()
  set(${out} "${copied}" PARENT_SCOPE)
endfunction()

# copy_licences(FOLDER file...)
# Writes which Debian package each copied file is from, with its version and licence.
function(copy_licences folder)
  find_program(DPKG_QUERY dpkg-query)
  set(packages "")
  foreach(file IN LISTS ARGN)
    # Debian's database has the paths as packages wrote them, before /lib became a link to /usr/lib.
    string(REGEX REPLACE "^/usr/lib/" "/lib/" other ${file})
    if(other STREQUAL file)
      string(REGEX REPLACE "^/lib/" "/usr/lib/" other ${file})
    endif()
    foreach(path ${file} ${other})
      execute_process(COMMAND ${DPKG_QUERY} --search ${path} OUTPUT_VARIABLE owner ERROR_QUIET
        RESULT_VARIABLE failed)
      if(NOT failed AND owner MATCHES "^([^:, ]+)")
        list(APPEND packages ${CMAKE_MATCH_1})
        break()
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES packages)
  list(SORT packages)
  set(list "Debian packages that libraries in lib are copied from:\n")
  foreach(package IN LISTS packages)
    run(version ${DPKG_QUERY} --show --showformat "\${Version}\\n" ${package})
    string(REGEX REPLACE "\n.*" "" version "${version}")
    string(APPEND list "${package} ${version}\n")
    if(EXISTS /usr/share/doc/${package}/copyright)
      configure_file(/usr/share/doc/${package}/copyright ${folder}/${package} COPYONLY)
    endif()
  endforeach()
  file(WRITE ${folder}/packages.txt "${list}")
endfunction()
