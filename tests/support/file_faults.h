/* file_faults.h - disks that fail: a call that opens, writes, closes, moves or removes a file is refused (faults.h). */
#ifndef TEST_FILE_FAULTS_H
#define TEST_FILE_FAULTS_H

#include "faults.h"

#endif
