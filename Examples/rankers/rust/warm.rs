//! Likes against age, as a shared library:
//!
//!     score = (1 + likes) / (1 + age / fade), the age and the parameter `fade` in hours
//!
//!     rustc -O --edition 2021 --crate-type cdylib -o libwarm.so warm.rs
//!
//! The structs are those of Sources/CFeedLabRanker/include/feedlab_ranker.h, which describes each field.

use std::ffi::{c_char, c_int, c_void, CStr};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;

const VERSION: u32 = 1;

#[repr(C)]
pub struct World {
    size: u32,
    parameter_count: u32,
    parameter_names: *const *const c_char,
    parameter_values: *const f64,
    world: u64,
    seed: u64,
}

#[repr(C)]
pub struct Request {
    size: u32,
    viewer: u32,
    refresh: u32,
    count: u32,
    now: f64,
    posts: *const u32,
    columns: *const *const f64,
}

type Open = unsafe extern "C" fn(*const World, *mut *mut c_void, *mut c_char, usize) -> c_int;
type Score = unsafe extern "C" fn(*mut c_void, *const Request, *mut f64, *mut c_char, usize) -> c_int;
type Close = unsafe extern "C" fn(*mut c_void);

#[repr(C)]
pub struct Ranker {
    size: u32,
    version: u32,
    error: *mut c_char,
    error_size: usize,
    name: *const c_char,
    features: *const *const c_char,
    feature_count: u32,
    reserved: u32,
    open: Option<Open>,
    score: Option<Score>,
    close: Option<Close>,
}

/// The names of the features, which are there until the program ends.
struct Names([*const c_char; 2]);
unsafe impl Sync for Names {}
static FEATURES: Names = Names([c"likes".as_ptr(), c"age_hours".as_ptr()]);

struct Warm {
    fade: f64,
}

impl Warm {
    /// The state of a world, or why there is none.
    fn new<'a>(parameters: impl Iterator<Item = (&'a str, f64)>) -> Result<Warm, String> {
        let mut warm = Warm { fade: 24.0 };
        for (name, value) in parameters {
            match name {
                "fade" => warm.fade = value,
                _ => return Err(format!("there is no parameter '{name}', only 'fade'")),
            }
        }
        Ok(warm)
    }

    fn score(&self, likes: &[f64], ages: &[f64], scores: &mut [f64]) {
        for ((score, likes), age) in scores.iter_mut().zip(likes).zip(ages) {
            *score = (1.0 + likes) / (1.0 + age / self.fade);
        }
    }
}

// What is below turns pointers into slices and back, and a panic into a reason.

unsafe extern "C" fn open(
    world: *const World,
    state: *mut *mut c_void,
    error: *mut c_char,
    error_size: usize,
) -> c_int {
    let world = &*world;
    let parameters = (0..world.parameter_count as usize).map(|index| {
        let name = CStr::from_ptr(*world.parameter_names.add(index));
        (name.to_str().unwrap_or("?"), *world.parameter_values.add(index))
    });
    guard(error, error_size, || {
        *state = Box::into_raw(Box::new(Warm::new(parameters)?)).cast();
        Ok(())
    })
}

unsafe extern "C" fn score(
    state: *mut c_void,
    request: *const Request,
    scores: *mut f64,
    error: *mut c_char,
    error_size: usize,
) -> c_int {
    let (warm, request) = (&*state.cast::<Warm>(), &*request);
    let count = request.count as usize;
    let column = |index| std::slice::from_raw_parts(*request.columns.add(index), count);
    guard(error, error_size, || {
        warm.score(column(0), column(1), std::slice::from_raw_parts_mut(scores, count));
        Ok(())
    })
}

unsafe extern "C" fn close(state: *mut c_void) {
    drop(Box::from_raw(state.cast::<Warm>()));
}

/// Calls code that may fail or panic.
unsafe fn guard(error: *mut c_char, error_size: usize, call: impl FnOnce() -> Result<(), String>) -> c_int {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => 0,
        Ok(Err(reason)) => fail(&reason, error, error_size),
        Err(_) => fail("it panicked", error, error_size),
    }
}

/// Writes a reason, which the host ends where it is too long.
unsafe fn fail(reason: &str, error: *mut c_char, error_size: usize) -> c_int {
    ptr::copy_nonoverlapping(reason.as_ptr().cast(), error, reason.len().min(error_size));
    1
}

/// # Safety
/// FeedLab calls it with a table of its own.
#[no_mangle]
pub unsafe extern "C" fn feedlab_ranker_init(version: u32, ranker: *mut Ranker) -> c_int {
    let ranker = &mut *ranker;
    if version != VERSION {
        return fail("it was built for version 1 of the interface", ranker.error, ranker.error_size);
    }
    ranker.size = std::mem::size_of::<Ranker>() as u32;
    ranker.version = VERSION;
    ranker.name = c"warm".as_ptr();
    ranker.features = FEATURES.0.as_ptr();
    ranker.feature_count = FEATURES.0.len() as u32;
    ranker.open = Some(open);
    ranker.score = Some(score);
    ranker.close = Some(close);
    0
}
