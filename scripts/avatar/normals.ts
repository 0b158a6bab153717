import { cross, type Mesh } from './mesh.ts'
import type { Vec } from './vec.ts'

const key = (p: Vec): string => p.map((x) => Math.round(x * 2e4)).join(',')

/** By the area of the faces around a point; points that lie together share theirs, so that seams do not show. */
export function normalsOf({ position, index }: Pick<Mesh, 'position' | 'index'>): Vec[] {
  const sums = new Map<string, Vec>()
  for (let i = 0; i < index.length; i += 3) {
    const corners = [0, 1, 2].map((k) => position[index[i + k] ?? 0])
    const [a, b, c] = corners
    if (!a || !b || !c) continue
    const n = cross(
      [b[0] - a[0], b[1] - a[1], b[2] - a[2]],
      [c[0] - a[0], c[1] - a[1], c[2] - a[2]],
    )
    for (const p of [a, b, c]) {
      const sum = sums.get(key(p)) ?? [0, 0, 0]
      sums.set(key(p), [sum[0] + n[0], sum[1] + n[1], sum[2] + n[2]])
    }
  }
  return position.map((p) => {
    const [x, y, z] = sums.get(key(p)) ?? [0, 1, 0]
    const l = Math.hypot(x, y, z)
    return l > 1e-12 ? [x / l, y / l, z / l] : [0, 1, 0]
  })
}
