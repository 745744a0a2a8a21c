! A file-out of GemStone's Topaz
set compile_env: 0
expectvalue /Class
doit
(Object
	subclass: 'TopazCell'
	instVarNames: #( value lock )
	classVars: #( Count )
	classInstVars: #( default )
	poolDictionaries: #()
	inDictionary: UserGlobals
	options: #()
)
		category: 'Cells';
		immediateInvariant.
true.
%
removeallmethods TopazCell
removeallclassmethods TopazCell
! ------------------- Class methods for TopazCell
category: 'instance creation'
classmethod: TopazCell
new
	^ super new initialize; yourself
%
! ------------------- Instance methods for TopazCell
category: 'initialization'
method: TopazCell
initialize
	value := 0.
	lock := TransientSemaphore forMutualExclusion
%
category: 'accessing'
method: TopazCell
safeBump
	^ lock critical: [ value := value + 1 ]  "expect: smalltalk-race"
%
method: TopazCell
bump
	value := value + 1  "access: write"
%
method: TopazCell
isZero
	^ value @env0:= 0 @env0:and: [ true ]
%
