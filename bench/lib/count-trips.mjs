// Loaded into the shop's processes (NODE_OPTIONS): counts what goes to PostgreSQL, as turns of its sockets. A write after an
// answer is a round trip, however many statements it carries.
/* oxlint-disable no-underscore-dangle, typescript/unbound-method -- the names that Node gives them, and each is applied to its socket */
import { openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'

const folder = process.env.TRIPS_FOLDER
const asking = new WeakMap()
let [trips, written] = [0, 0]

const { connect, _write: write, _writev: writev, push } = Socket.prototype

Socket.prototype.connect = function (...args) {
  if (args.flat().some((part) => String(part?.path ?? part).includes('.s.PGSQL'))) asking.set(this, false)
  return connect.apply(this, args)
}
Socket.prototype._write = function (...args) {
  count(this)
  return write.apply(this, args)
}
Socket.prototype._writev = function (...args) {
  count(this)
  return writev.apply(this, args)
}
Socket.prototype.push = function (...args) {
  if (asking.has(this)) asking.set(this, false)
  return push.apply(this, args)
}

function count(socket) {
  if (asking.get(socket) !== false) return
  asking.set(socket, true)
  trips++
}

const file = openSync(`${folder}/${process.pid}`, 'w')
setInterval(() => {
  if (trips === written) return
  written = trips
  // Each is as long as the last, in one write: nobody reads half of one.
  writeSync(file, String(trips).padStart(12), 0)
}, 500).unref()
