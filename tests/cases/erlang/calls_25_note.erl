%% 25 calls lie between the read and the write.
-module(calls_25_note).
-export([start/0]).

start() ->
    case whereis(worker) of  % access: read
        undefined -> step1();
        Pid -> Pid
    end.

step1() -> step2().
step2() -> step3().
step3() -> step4().
step4() -> step5().
step5() -> step6().
step6() -> step7().
step7() -> step8().
step8() -> step9().
step9() -> step10().
step10() -> step11().
step11() -> step12().
step12() -> step13().
step13() -> step14().
step14() -> step15().
step15() -> step16().
step16() -> step17().
step17() -> step18().
step18() -> step19().
step19() -> step20().
step20() -> step21().
step21() -> step22().
step22() -> step23().
step23() -> step24().
step24() -> step25().
step25() -> register(worker, self()).  % expect: erlang-registry
