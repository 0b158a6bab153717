import type { Actor } from '../auth/actor.ts'
import { startBeat } from '../beat.ts'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'

/** Somebody who listens to a topic, and the organisation they belong to. */
interface Person {
  uid: string
  name: string
  org_id: string | null
}

/** Who else is at a topic, as one of them is told. */
export interface Present {
  people: { uid: string; name: string }[]
  /** How many there are beside those who are named: people of whom the listener may see nothing, and those past the tenth. */
  more: number
}

/** What a server says to the others: of topics that changed, or with `whole` of all that it has. */
interface Said {
  server: string
  topics: [topic: string, people: Person[]][]
  whole: boolean
}

interface Listener {
  readonly actor: Actor
}

interface Options<L extends Listener> {
  bus: Bus
  clock: Clock
  /** This server's name among the others. */
  server: string
  /** Consoles of this server that listen to a topic. */
  listening: (topic: string) => readonly L[]
  tell: (listener: L, topic: string, present: Present) => void
  onError: (error: unknown) => void
}

const CHANNEL = 'live.present'
const MAX_NAMES = 10
/** Changes within this time are told as one. */
const TELL_AFTER_MS = 200
/** How often a server says all that it has, and after which silence it is taken for dead. */
const SAY_EVERY_MS = 5_000
const DEAD_AFTER_MS = 15_000

const nobody: Present = { people: [], more: 0 }

/**
 * Who is at a topic, over all servers: whoever listens to it is there. Each server tells the others of its own listeners and
 * each its own consoles, so that nobody has to take anybody off a list: who closes the form or loses the channel listens no
 * more, and what a dead server said is forgotten.
 */
export function createPresence<L extends Listener>(options: Options<L>) {
  const { bus, clock, server, listening, tell, onError } = options
  const others = new Map<string, { at: number; topics: Map<string, Person[]> }>()
  /** Topics with listeners of this server. */
  const own = new Set<string>()
  /** What each listener was told last, by topic. */
  const told = new WeakMap<L, Map<string, string>>()
  const changed = new Set<string>()
  let telling: NodeJS.Timeout | undefined

  const here = (topic: string): Person[] =>
    listening(topic).map(({ actor: { uid, nickname, org_id } }) => ({
      uid,
      name: nickname,
      org_id,
    }))

  const say = (topics: Iterable<string>, whole: boolean) => {
    const said: Said = { server, topics: Array.from(topics, (one) => [one, here(one)]), whole }
    bus.publish(CHANNEL, said)
  }

  function tellAll(topic: string): void {
    const listeners = listening(topic)
    if (listeners.length === 0) return
    const elsewhere = [...others.values()].flatMap(({ topics }) => topics.get(topic) ?? [])
    const all = new Map([...here(topic), ...elsewhere].map((person) => [person.uid, person]))
    for (const listener of listeners) {
      const present = presentTo(listener.actor, all.values())
      const before = told.get(listener) ?? new Map<string, string>()
      told.set(listener, before)
      const text = JSON.stringify(present)
      if ((before.get(topic) ?? JSON.stringify(nobody)) === text) continue
      before.set(topic, text)
      tell(listener, topic, present)
    }
  }

  const unsubscribe = bus.subscribe(CHANNEL, (message) => {
    const said = message as Said
    if (said.server === server) return
    const before = others.get(said.server)?.topics ?? new Map<string, Person[]>()
    const now = said.whole ? new Map<string, Person[]>() : new Map(before)
    for (const [topic, people] of said.topics) {
      if (people.length > 0) now.set(topic, people)
      else now.delete(topic)
    }
    others.set(said.server, { at: clock.now(), topics: now })
    for (const topic of new Set([...before.keys(), ...now.keys()])) tellAll(topic)
  })

  /** Says what this server has, and forgets the servers that say nothing any more. */
  const look = async () => {
    if (own.size > 0) say(own, true)
    for (const [name, { at, topics }] of others) {
      if (clock.now() - at < DEAD_AFTER_MS) continue
      others.delete(name)
      for (const topic of topics.keys()) tellAll(topic)
    }
  }
  const beat = startBeat(SAY_EVERY_MS, look, onError)

  return {
    /** Somebody has come to a topic or left it. */
    changed(topic: string, gone?: L): void {
      if (gone) told.get(gone)?.delete(topic)
      if (listening(topic).length > 0) own.add(topic)
      else own.delete(topic)
      changed.add(topic)
      telling ??= setTimeout(() => {
        telling = undefined
        const topics = [...changed]
        changed.clear()
        say(topics, false)
        topics.forEach(tellAll)
      }, TELL_AFTER_MS).unref()
    },
    look,
    close(): void {
      clearTimeout(telling)
      void beat.stop()
      unsubscribe()
      // The others need not wait for the silence.
      say([], true)
    },
  }
}

/** Names are for those who may see the person: another organisation learns only that somebody is there. */
function presentTo(actor: Actor, all: Iterable<Person>): Present {
  const others = [...all].filter(({ uid }) => uid !== actor.uid)
  const named = others
    .filter((person) => maySee(actor.scope, person))
    .map(({ uid, name }) => ({ uid, name }))
    .sort((a, b) => (a.uid < b.uid ? -1 : 1))
    .slice(0, MAX_NAMES)
  return { people: named, more: others.length - named.length }
}

function maySee(scope: Scope, { uid, org_id }: Person): boolean {
  if (scope.kind === 'all') return true
  return scope.kind === 'org' ? org_id === scope.org_id : uid === scope.uid
}
