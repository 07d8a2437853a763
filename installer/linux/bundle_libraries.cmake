# Run by CPack before it packs the archive: copies the libraries and Qt plugins that the programs
# need into it and makes the programs find them there, wherever the archive is unpacked. Only the
# C library is the machine's own. Also copies the licences of what it brought.
set(root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}")
set(plugins_of_qt
  platforms/libqxcb.so platforms/libqoffscreen.so platforms/libqminimal.so
  platforms/libqwayland-generic.so wayland-shell-integration/libxdg-shell.so
  wayland-decoration-client/libbradient.so
  platforminputcontexts/libcomposeplatforminputcontextplugin.so
  platforminputcontexts/libibusplatforminputcontextplugin.so
  iconengines/libqsvgicon.so imageformats/libqsvg.so)
set(languages de ja zh_CN)

find_program(PATCHELF patchelf)
if(NOT PATCHELF)
  message(FATAL_ERROR "The archive needs patchelf (scripts/setup --package)")
endif()

function(run out)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  set(${out} "${output}" PARENT_SCOPE)
endfunction()

file(GLOB programs ${root}/bin/*)
set(copied "")   # files of this machine
set(plugins "")  # files in the archive

if(EXISTS ${root}/bin/neuronscope)
  find_program(QTPATHS NAMES qtpaths6 PATHS /usr/lib/qt6/bin)
  if(NOT QTPATHS)
    message(FATAL_ERROR "The archive needs qtpaths6 (scripts/setup)")
  endif()
  run(qt_plugins ${QTPATHS} --query QT_INSTALL_PLUGINS)
  run(qt_translations ${QTPATHS} --query QT_INSTALL_TRANSLATIONS)
  foreach(plugin IN LISTS plugins_of_qt)
    if(EXISTS ${qt_plugins}/${plugin})
      get_filename_component(folder ${plugin} DIRECTORY)
      file(COPY ${qt_plugins}/${plugin} DESTINATION ${root}/lib/qt6/plugins/${folder})
      list(APPEND copied ${qt_plugins}/${plugin})
      list(APPEND plugins ${root}/lib/qt6/plugins/${plugin})
    else()
      message(STATUS "The archive omits a Qt plugin that is not installed: ${plugin}")
    endif()
  endforeach()
  foreach(language IN LISTS languages)
    if(EXISTS ${qt_translations}/qtbase_${language}.qm)
      file(COPY ${qt_translations}/qtbase_${language}.qm DESTINATION ${root}/share/qt6/translations)
    endif()
  endforeach()
  file(WRITE ${root}/bin/qt.conf
    "[Paths]\nPrefix = ..\nPlugins = lib/qt6/plugins\nTranslations = share/qt6/translations\n")
endif()

# libc and its parts belong to the kernel and the loader of the machine.
file(GET_RUNTIME_DEPENDENCIES
  EXECUTABLES ${programs}
  LIBRARIES ${copied}
  RESOLVED_DEPENDENCIES_VAR libraries
  UNRESOLVED_DEPENDENCIES_VAR missing
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|util|anl|mvec|nsl|BrokenLocale)\\.so"
    "^libnss_" "^linux-vdso")
if(missing)
  message(FATAL_ERROR "Libraries that the programs need are not on this machine: ${missing}")
endif()
foreach(library IN LISTS libraries)
  get_filename_component(name ${library} NAME)
  file(REAL_PATH ${library} real)
  file(COPY ${real} DESTINATION ${root}/lib)
  get_filename_component(real_name ${real} NAME)
  if(NOT real_name STREQUAL name)
    file(RENAME ${root}/lib/${real_name} ${root}/lib/${name})
  endif()
  run(ignored ${PATCHELF} --force-rpath --set-rpath $ORIGIN ${root}/lib/${name})
  list(APPEND copied ${real})
endforeach()
foreach(plugin IN LISTS plugins)
  run(ignored ${PATCHELF} --force-rpath --set-rpath $ORIGIN/../../.. ${plugin})
endforeach()
foreach(program IN LISTS programs)
  run(ignored ${PATCHELF} --force-rpath --set-rpath $ORIGIN/../lib ${program})
endforeach()

# profiler/duckdb looks for it here.
set(licences ${root}/share/doc/neuronscope/third-party)
if(CPACK_NSCOPE_DUCKDB)
  file(COPY ${CPACK_NSCOPE_DUCKDB} DESTINATION ${root}/lib/nscope)
  run(ignored ${PATCHELF} --force-rpath --set-rpath $ORIGIN/.. ${root}/lib/nscope/libduckdb.so)
  get_filename_component(folder ${CPACK_NSCOPE_DUCKDB} DIRECTORY)
  if(EXISTS ${folder}/libduckdb.LICENSE)
    file(COPY ${folder}/libduckdb.LICENSE DESTINATION ${licences})
  endif()
else()
  message(STATUS "DuckDB's library is not on this machine, so the archive cannot read Parquet")
endif()

# Which Debian package each copy is from, with its version and licence.
find_program(DPKG_QUERY dpkg-query)
set(packages "")
foreach(file IN LISTS copied)
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
    configure_file(/usr/share/doc/${package}/copyright ${licences}/${package} COPYONLY)
  endif()
endforeach()
file(WRITE ${licences}/packages.txt "${list}")
