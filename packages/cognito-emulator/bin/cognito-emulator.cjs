#!/usr/bin/env node
// Written in ECMAScript 5, so that every old Node can report that it is too old.
'use strict'

var parts = process.versions.node.split('.').map(Number)
var major = parts[0]
var minor = parts[1]
// node:sqlite needs no flag since 22.13 and 23.4
var isNewEnough = major > 23 || (major === 23 && minor >= 4) || (major === 22 && minor >= 13)

if (isNewEnough) {
  require('module').enableCompileCache() // compiling takes a third of the time to the first request
  require('../dist/cli.cjs')
} else {
  console.error('cognito-emulator needs Node 22.13 or newer; this is Node ' + process.versions.node + '.')
  process.exitCode = 1
}
