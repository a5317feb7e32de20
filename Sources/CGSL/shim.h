// The only text of the project that names GSL's headers.
#ifndef FEEDLAB_CGSL_SHIM_H
#define FEEDLAB_CGSL_SHIM_H

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sf_psi.h>
#include <gsl/gsl_sf_zeta.h>
#include <gsl/gsl_version.h>

// A mutable global, which Swift does not read: the simplex search of Nelder and Mead.
static inline const gsl_multimin_fminimizer_type *feedlab_simplex_search(void) {
  return gsl_multimin_fminimizer_nmsimplex;
}

// Another one: the search by the same simplex that keeps its size up to date instead of working it out.
static inline const gsl_multimin_fminimizer_type *feedlab_fast_simplex_search(void) {
  return gsl_multimin_fminimizer_nmsimplex2;
}

// Another one: Sobol's sequence.
static inline const gsl_qrng_type *feedlab_sobol_sequence(void) { return gsl_qrng_sobol; }

// Another one: the version of the library that is linked.
static inline const char *feedlab_gsl_version(void) { return gsl_version; }

#endif
