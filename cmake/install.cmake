# What `cmake --install` puts where: the header, the libraries, and how other projects find them; the command with its
# manual page and completions.
include(CMakePackageConfigHelpers)

install(FILES include/tablier.h TYPE INCLUDE)
install(TARGETS tablier_shared tablier_static EXPORT tablier-targets)

# CMake: find_package(tablier), then link with tablier::tablier, or tablier::tablier_static.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tablier)
install(EXPORT tablier-targets NAMESPACE tablier:: DESTINATION ${package_dir})
configure_package_config_file(cmake/tablier-config.cmake.in tablier-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(tablier-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tablier-config.cmake ${PROJECT_BINARY_DIR}/tablier-config-version.cmake
        DESTINATION ${package_dir})

# pkg-config. Its paths count from where tablier.pc lies, so the installation can be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pkgconfig ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/tablier.pc.in tablier.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tablier.pc DESTINATION ${pkgconfig_dir})

# The command. It writes its own manual page, in each language, and its completions, in English whatever the language of
# the builder is.
install(TARGETS tablier)
set(documents)
macro(install_document name folder)
  set(document ${PROJECT_BINARY_DIR}/documents/${name})
  add_custom_command(OUTPUT ${document} VERBATIM COMMAND_EXPAND_LISTS
                     COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C.UTF-8 $<TARGET_PROPERTY:tablier,CROSSCOMPILING_EMULATOR>
                             $<TARGET_FILE:tablier> ${ARGN} > ${document}
                     DEPENDS tablier)
  install(FILES ${document} DESTINATION ${folder})
  list(APPEND documents ${document})
endmacro()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/documents/fr)
install_document(tablier.1 ${CMAKE_INSTALL_MANDIR}/man1 manual)
install_document(fr/tablier.1 ${CMAKE_INSTALL_MANDIR}/fr/man1 manual --lang fr)
install_document(tablier.bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions completion bash)
install_document(_tablier ${CMAKE_INSTALL_DATADIR}/zsh/site-functions completion zsh)
add_custom_target(documents ALL DEPENDS ${documents})

# The pages, which `scripts/web build` has made; the programs of a build find them where those of an installation do.
set(pages ${PROJECT_SOURCE_DIR}/web/dist)
install(DIRECTORY ${pages}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tablier/web OPTIONAL)
file(MAKE_DIRECTORY ${TABLIER_BUILD_SHARE}/tablier)
file(CREATE_LINK ${pages} ${TABLIER_BUILD_SHARE}/tablier/web SYMBOLIC)

# The service, for systemd.
configure_file(cmake/tablier.service.in tablier.service @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tablier.service DESTINATION lib/systemd/system)
