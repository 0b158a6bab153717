import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'

const LOOKS = 5
const BETWEEN_LOOKS_MS = 700

/** In MB, what is in use once everything that is not has been collected. */
export async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}

/** What it holds between two drawings: the least of some looks. What was drawn last goes only with the next drawing. */
export async function heldBy(devtools: CDPSession): Promise<number> {
  const looks: number[] = []
  for (let look = 0; look < LOOKS; look++) {
    await sleep(BETWEEN_LOOKS_MS)
    looks.push(await heapOf(devtools))
  }
  return Math.min(...looks)
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}
/** Made by the browser for itself: what it compiled, by which shapes it knows objects, and what it has of the document. */
const OWN = new Set(['code', 'hidden', 'object shape', 'native', 'synthetic'])

/** In MB, what the program itself made: objects, arrays, strings, closures. */
export async function madeIn(devtools: CDPSession): Promise<number> {
  const chunks: string[] = []
  const add = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  devtools.on('HeapProfiler.addHeapSnapshotChunk', add)
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  devtools.off('HeapProfiler.addHeapSnapshotChunk', add)
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let sum = 0
  for (let at = 0; at < nodes.length; at += fields.length)
    if (!OWN.has(types[0][nodes[at + type] ?? 0] ?? '')) sum += nodes[at + size] ?? 0
  return sum / 1_000_000
}
