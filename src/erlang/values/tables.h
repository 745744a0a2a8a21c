// The ETS tables that the program makes: their names, access rights and key positions.
#pragma once

#include <vector>

#include "erlang/values/values.h"

namespace dh::erlang {

enum class TableAccess : uint8_t { unknown, private_, protected_, public_ };

struct TableInfo {
  NodeId site;  // result of ets:new
  FunctionId maker;
  const Call* call = nullptr;
  ConstantId name;
  bool named = false;
  bool ordered = false;
  bool bag = false;  // keeps several objects of one key
  bool options_known = true;
  TableAccess access = TableAccess::protected_;
  int keypos = 1;                       // 0: not known
  bool escapes = false;                 // other processes can get at it
  std::vector<FunctionId> handed_over;  // by whom: sent, stored, or given to a process that is started
  bool temporary = false;               // the function that makes it also deletes it
  bool only_started = true;             // it gets out of sight only by processes that are started with it
};

// What is known of the table that an expression stands for.
struct TableView {
  std::vector<const TableInfo*> tables;
  bool unknown = false;  // may be a table that is not seen being made
};

// Which processes can change the tables of a view.
enum class Reach : uint8_t {
  owner,         // the one that made it
  likely_owner,  // likewise, as far as tables are seen being made
  unknown,
  shared,  // others too
};

class Tables {
 public:
  Tables(const Core& core, const Model& model, const Values& values);

  TableView view(const ValueSet& set) const;
  // `by_reading`: to change it is enough that others see it change.
  Reach reach(const TableView& view, bool by_reading) const;
  // From 1; 0 when it differs between the tables.
  int keypos(const TableView& view) const;
  const std::vector<TableInfo>& all() const { return tables_; }
  // Funs that unknown code may call, sorted.
  std::vector<uint32_t> escaped_functions() const;

 private:
  void find_escapes();
  void escape_answers();
  // How something gets out of sight: both are invalid where that is not known.
  struct Way {
    FunctionId handed_over_by;  // certainly to another process
    FunctionId returned_by;     // to the callers of this function
    bool to_started = false;    // to a process that is started, and to no other

    uint64_t key() const {
      FunctionId by = handed_over_by.valid() ? handed_over_by : returned_by;
      return static_cast<uint64_t>(by.value) * 2 + to_started;
    }
  };
  void escape(FunctionId f, ValueId value, Way way, int depth);
  void escape(const ValueSet& set, Way way, int depth);
  void escape_list(NodeId list, Way way, int depth);
  bool gives_out(FunctionId function, FunctionId maker);
  void find_temporary();

  const Core& core_;
  const Model& model_;
  const Values& values_;
  std::vector<TableInfo> tables_;
  FlatSet<uint32_t> escaped_;                     // funs
  FlatSet<uint64_t> followed_;                    // funs that get out of sight, with their way
  FlatSet<uint64_t> followed_cells_;              // of lists, likewise, with how deep they are
  std::vector<std::vector<FunctionId>> callees_;  // while escapes are looked for
  FunctionId reached_from_;
  FlatSet<uint32_t> reached_;  // functions that it calls
  FlatMap<uint32_t, std::vector<uint32_t>> by_site_;
  FlatMap<uint32_t, std::vector<uint32_t>> by_name_;  // constant
};

}  // namespace dh::erlang
