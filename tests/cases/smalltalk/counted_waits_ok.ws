"As many waits as signals: ok: smalltalk-race"
| done lock sum parts |
done := Semaphore new.
lock := Mutex new.
sum := 0.
1 to: 3 do: [ :i | [ lock critical: [ sum := sum + i ]. done signal ] fork ].
3 timesRepeat: [ done wait ].
sum := sum * 2.
parts := OrderedCollection new.
#(4 5) do: [ :i | [ lock critical: [ parts add: i ]. done signal ] fork ].
2 timesRepeat: [ done wait ].
parts do: [ :each | Transcript show: each printString ]
