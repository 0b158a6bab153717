import type { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import type { CooldownGate } from './cooldown.ts'
import type { Frame } from './frame.ts'
import type { CompiledNode } from './program.ts'
import { ERROR, FALSE } from './truth.ts'

/** The purpose of this draw; a node's draws for other purposes are independent of it. */
const PROBABILITY = 1

/** Asks the node's gates in the order of `Reason`, and answers the first that stops the event. */
export const passGates = (node: CompiledNode, frame: Frame): Reason | undefined =>
  passHours(node, frame) ?? passCondition(node, frame) ?? passUse(node, frame)

/** The gates for what waited for a cooldown: its events have passed condition and probability before. */
export const passGatesAgain = (node: CompiledNode, frame: Frame): Reason | undefined =>
  passHours(node, frame) ?? passUse(node, frame)

function passHours(node: CompiledNode, frame: Frame): Reason | undefined {
  if (!node.enabled) return stopped('OFF', node, frame)
  if (frame.asking.chain?.has(node.key)) return stopped('NOT_HEARD', node, frame)
  if (node.isActive && !node.isActive(frame.now)) return stopped('WINDOW', node, frame)
  return undefined
}

function passCondition(node: CompiledNode, frame: Frame): Reason | undefined {
  if (node.when) {
    const { key, seed } = node
    const { breakers } = frame.state
    const isQuiet = breakers.isEmpty
    if (!isQuiet && breakers.isOpen(key, seed, frame.now)) return stopped('ERROR', node, frame)
    frame.counts = false
    const truth = node.when(frame)
    if (truth === ERROR) {
      if (frame.counts && breakers.failed(key, seed, frame.now)) frame.opened = node
      return stopped('ERROR', node, frame)
    }
    if (!isQuiet) breakers.decided(key)
    if (truth === FALSE) return stopped('COND', node, frame)
  }
  if (node.probability !== undefined) {
    const draw = frame.chance(node.seed, PROBABILITY).next()
    if (draw >= node.probability) return stopped('PROB', node, frame)
  }
  return undefined
}

/** The gates that earlier answers close: mutex, limit and cooldown, and of a leaf what the anchor is doing. */
function passUse(node: CompiledNode, frame: Frame): Reason | undefined {
  const { state, now, mutexes } = frame
  if (node.mutex !== undefined && mutexes.has(node.mutex)) return stopped('MUTEX', node, frame)
  if (node.limit) {
    const used = state.used(node.key, node.limit.per, now)
    frame.recorder?.knew(`limit:${node.key}`, used)
    if (used >= node.limit.max) return stopped('LIMIT', node, frame)
  }
  return (node.cooldown && passCooldown(node.cooldown, node, frame)) ?? passSpeech(node, frame)
}

function passCooldown(
  cooldown: CooldownGate,
  { path, key }: CompiledNode,
  frame: Frame,
): Reason | undefined {
  const running = cooldown.running(frame)
  frame.recorder?.knew(`cooldown:${key}`, running?.until ?? 0)
  if (!running) return undefined
  const left_ms = running.until - frame.now
  frame.recorder?.add({ kind: 'gate', path, gate: 'COOLDOWN', key: cooldown.who(frame), left_ms })
  return 'COOLDOWN'
}

function passSpeech(node: CompiledNode, frame: Frame): Reason | undefined {
  if (!node.actions || (node.run !== 'single' && !node.proactive)) return undefined
  const { waiting, silent_ms, saying } = frame.speech
  const isBusy =
    (node.run === 'single' && saying.includes(node.key)) ||
    (node.proactive && (waiting > 0 || silent_ms < (frame.asking.idle_ms ?? 0)))
  return isBusy ? stopped('BUSY', node, frame) : undefined
}

function stopped(gate: Reason, node: CompiledNode, frame: Frame): Reason {
  frame.recorder?.add({ kind: 'gate', path: node.path, gate })
  return gate
}

/** Reserves mutex, limit and cooldown of a node that fired, or below which something fired. */
export function reserve(node: CompiledNode, frame: Frame): void {
  const { state, now } = frame
  if (node.mutex !== undefined) frame.mutexes.add(node.mutex)
  if (node.limit) state.use(node.key, node.limit.per, now)
  node.cooldown?.start(frame)
}
