// What a site's field is, found when its code first runs: then its class is there.
#pragma once

#include <jvmti.h>

#include "jvm/agent/runtime.h"

namespace dh::jvm {

// The offset of the shadow word in the object (or class) that has the field; -1: the access needs no event,
// -2: the field is volatile, 0: ask again. Never leaves an exception pending.
// Fields of objects of the class, or its own static ones, that have shadows, five numbers each: offsets of
// the field, its shadow and the places of the last read and write, and the variable.
std::vector<jlong> shadowed_fields(JNIEnv* env, Runtime& runtime, jclass type, bool statics);
jlong resolve_site(JNIEnv* env, Runtime& runtime, uint32_t site, jobject object);

// The number of a class in the runtime's table; its tag in the JVM.
uint32_t class_number(JNIEnv* env, Runtime& runtime, jclass type);

// "java.lang.Object@1b6d3586"; a class object by its name.
std::string object_name(JNIEnv* env, Runtime& runtime, jobject object);

}  // namespace dh::jvm
