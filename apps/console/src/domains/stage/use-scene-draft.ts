import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { AnchorConfig, type Anchor } from '@kaibo/contract/stage/anchor.schema.ts'
import { withCast } from '@kaibo/contract/stage/scene.rules.ts'
import type { Layer } from '@kaibo/contract/stage/scene.schema.ts'
import { useDraft } from '#client/drafts.ts'
import { begun, redone, stepped, undone } from '#kit/steps/steps.ts'

const Kept = z.object({ version: z.int(), value: AnchorConfig })

/** The scene as a person has it, step by step; what is not saved is kept as the draft of this page. */
export function useSceneDraft({ value, version }: Pick<Anchor, 'value' | 'version'>) {
  const entry = useDraft('scene')
  const [kept] = useState(() => Kept.safeParse(entry.read()).data)
  const [steps, setSteps] = useState(() => {
    // A draft of before somebody saved is looked at, and not put over what they saved
    const isOfNow = kept !== undefined && kept.version === version
    return isOfNow ? stepped(begun(value), kept.value) : begun(value)
  })
  const { now } = steps
  const isDirty = now !== value
  const keep = useEffectEvent((mine: AnchorConfig) => {
    if (mine === value) entry.drop()
    else entry.keep({ version, value: mine })
  })
  useEffect(() => keep(now), [now])

  function change(next: AnchorConfig, tag?: string) {
    const step = tag === undefined ? undefined : { tag, at: performance.now() }
    setSteps((before) => (before.now === next ? before : stepped(before, next, step)))
  }
  return {
    now,
    isDirty,
    isRestored:
      kept !== undefined && kept.version === version && steps.past.length === 1 && isDirty,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    change,
    /** `tag`: what is changed, where going on is one step. */
    layers(next: readonly Layer[], tag?: string) {
      if (next === now.scene.layers) return
      change({ ...now, scene: { ...now.scene, layers: [...next] } }, tag)
    },
    cast(who: Partial<Pick<AnchorConfig, 'actor_id' | 'co_actor_id'>>, of: readonly Layer[]) {
      const next = { ...now, ...who }
      const layers = { ...next.scene, layers: [...of] }
      const scene = withCast(layers, { main: next.actor_id, co: next.co_actor_id })
      change({ ...next, scene })
    },
    undo: () => setSteps(undone),
    redo: () => setSteps(redone),
    discard: () => {
      entry.drop()
      setSteps(begun(value))
    },
    /** It is saved: the draft is no longer one. */
    saved: entry.drop,
  }
}

export type SceneDraft = ReturnType<typeof useSceneDraft>
