// Built as a shared object of its own (see z3_client.h).
#include "exo/solver/z3_module.h"

#include <z3.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace {

void ignore_errors(Z3_context, Z3_error_code) {}

bool has_error(Z3_context context) {
  return Z3_get_error_code(context) != Z3_OK;
}

// One context a call: Z3 contexts are not shared between threads.
struct Session {
  Session() {
    Z3_config config = Z3_mk_config();
    context = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(context, ignore_errors);
    // Z3's default solver tries strategies against the clock, so that its answer depends on the load of the
    // machine.
    solver = Z3_mk_simple_solver(context);
    Z3_solver_inc_ref(context, solver);
  }
  ~Session() {
    Z3_solver_dec_ref(context, solver);
    Z3_del_context(context);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void set_limits(unsigned ms, unsigned units) {
    Z3_params params = Z3_mk_params(context);
    Z3_params_inc_ref(context, params);
    Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "timeout"), ms);
    Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "rlimit"), units);
    Z3_solver_set_params(context, solver, params);
    Z3_params_dec_ref(context, params);
  }

  uint32_t units_used() {
    Z3_stats stats = Z3_solver_get_statistics(context, solver);
    Z3_stats_inc_ref(context, stats);
    uint32_t used = 0;
    for (unsigned i = 0; i < Z3_stats_size(context, stats); ++i) {
      if (std::strcmp(Z3_stats_get_key(context, stats, i), "rlimit count") != 0) continue;
      used = Z3_stats_is_uint(context, stats, i) ? Z3_stats_get_uint_value(context, stats, i) : 0;
    }
    Z3_stats_dec_ref(context, stats);
    return used;
  }

  bool read_values(int64_t* values, uint32_t count) {
    Z3_model model = Z3_solver_get_model(context, solver);
    if (model == nullptr || has_error(context)) return false;
    Z3_model_inc_ref(context, model);
    bool ok = true;
    Z3_sort integer = Z3_mk_int_sort(context);
    for (uint32_t i = 0; i < count && ok; ++i) {
      std::string name = "v" + std::to_string(i);
      Z3_ast constant = Z3_mk_const(context, Z3_mk_string_symbol(context, name.c_str()), integer);
      Z3_ast value = nullptr;
      ok = Z3_model_eval(context, model, constant, true, &value) && value != nullptr &&
           Z3_get_numeral_int64(context, value, &values[i]);
    }
    Z3_model_dec_ref(context, model);
    return ok;
  }

  Z3_context context;
  Z3_solver solver;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) int dh_z3_decide(const char* text, uint32_t time_limit_ms,
                                                                   uint32_t* units, int64_t* values,
                                                                   uint32_t count, char* reason,
                                                                   uint32_t reason_size) {
  Session session;
  session.set_limits(time_limit_ms, *units);
  *units = 0;
  Z3_solver_from_string(session.context, session.solver, text);
  if (has_error(session.context)) {
    std::snprintf(reason, reason_size, "%s",
                  Z3_get_error_msg(session.context, Z3_get_error_code(session.context)));
    return -1;
  }
  Z3_lbool answer = Z3_solver_check(session.context, session.solver);
  *units = session.units_used();
  if (answer == Z3_L_FALSE) return 0;
  if (answer == Z3_L_TRUE) {
    if (session.read_values(values, count)) return 1;
    std::snprintf(reason, reason_size, "its solution does not fit 64 bits");
    return -1;
  }
  std::snprintf(reason, reason_size, "%s", Z3_solver_get_reason_unknown(session.context, session.solver));
  return -1;
}
