// The only text of the project that names GSL's headers.
#ifndef FEEDLAB_CGSL_SHIM_H
#define FEEDLAB_CGSL_SHIM_H

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#endif
