"One wait is missing."
"args: --min-confidence 0"
| done lock sum |
done := Semaphore new.
lock := Mutex new.
sum := 0.
1 to: 3 do: [ :i | [ lock critical: [ sum := sum + i ]. done signal ] fork ].  "expect: smalltalk-race"
2 timesRepeat: [ done wait ].
sum := sum * 2  "access: write"
