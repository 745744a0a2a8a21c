// What calls of ets:new make: their names and options, for each way in which a helper is told of them.
#pragma once

#include <vector>

#include "erlang/values/tables.h"

namespace dh::erlang {

struct MadeTable {
  TableInfo info;
  std::vector<ConstantId> names;  // that it can have
};

class TableMakers {
 public:
  TableMakers(const Core& core, const Model& model, const Values& values);

  bool makes_table(const Call& call) const;
  // One, or several where one call makes tables of several names: each has its own options.
  std::vector<MadeTable> made_by(FunctionId f, const Call& call) const;

 private:
  // What values of the function that makes tables are, in one of the ways in which it comes to make one.
  struct Given {
    ValueId value;
    ValueSet set;
  };
  using Way = std::vector<Given>;
  struct Caller {
    FunctionId function;
    const Call* call = nullptr;
  };

  std::vector<Way> ways(FunctionId f, ValueId name) const;
  MadeTable make(FunctionId f, const Call& call, const Way& way) const;
  ValueSet of(FunctionId f, ValueId value, const Way& way) const;
  ValueId root_of(FunctionId f, ValueId value) const;
  void read_options(TableInfo& info, ValueId options, const Way& way) const;
  void read_option(TableInfo& info, const ValueSet& option, bool certain) const;

  const Core& core_;
  const Model& model_;
  const Values& values_;
  FlatMap<uint32_t, std::vector<Caller>> callers_;  // of functions that get the name as a parameter
};

}  // namespace dh::erlang
