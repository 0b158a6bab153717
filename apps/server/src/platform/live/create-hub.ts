import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { Logger } from 'pino'
import { LOGIN_EXPIRED_CODES } from '@kaibo/contract/facts/codes.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Actor } from '../auth/actor.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { startBeat } from '../beat.ts'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import { Fault } from '../fault.ts'
import type { Ids } from '../ids.ts'
import { createAllowances } from './allowance.ts'
import { createGather } from './gather.ts'
import type { ChangedRow, TopicPolicy, LiveHub, LiveMessage } from './hub.ts'
import { Listeners } from './listeners.ts'
import { createPresence } from './presence.ts'
import type { Holder, Tickets } from './tickets.ts'

/** One console's socket, as the hub uses it. */
export interface LiveSocket {
  send(text: string): void
  /** Bytes that were sent and have not left. */
  readonly backlog: number
  close(code: number, reason: string): void
}

/** One console's channel. */
export interface LiveConnection {
  /** The topics that are open to it now; the others were refused, in the same words whether they exist or not. */
  subscribe(topics: readonly string[]): Promise<{ open: string[]; refused: string[] }>
  unsubscribe(topics: readonly string[]): void
  /** Sends to this console only. */
  send(text: string): void
  /** Counts a frame that came in; false when the account has sent too many. */
  mayRead(): boolean
  gone(): void
}

export interface Hub extends LiveHub {
  /** Who the ticket was made for; each ticket answers once. */
  redeem(ticket: string): Promise<Holder | undefined>
  /**
   * `renew` answers the actor with its present rights (viewing as the same group), and throws the fault where its login, or
   * its right to view so, has ended. Answers nothing when the account has the most channels allowed.
   */
  connect(actor: Actor, renew: () => Promise<Actor>, socket: LiveSocket): LiveConnection | undefined
  /** How many consoles have a channel here. */
  readonly size: number
  /** Renews every login; runs by itself every few seconds, in case the bus has lost a message. */
  recheck(): Promise<void>
  close(): void
}

interface Connection {
  actor: Actor
  renew: () => Promise<Actor>
  socket: LiveSocket
  topics: Set<string>
}

interface Forced {
  session_ids: readonly string[]
  code: number
  msg: Words
}

/** Rows of one list, each with the login that wrote it. */
interface Changes {
  topic: string
  rows: readonly (ChangedRow & { by: string })[]
}

/** Who may have the forms of a call open. */
interface Form {
  can: Endpoint['can']
  sees: (actor: Actor, id: string) => Promise<boolean>
}

export interface HubOptions {
  bus: Bus
  ids: Ids
  tickets: Tickets
  clock: Clock
  log: Logger
  closeCodes: { forced: number; slow: number }
}

const RECHECK_MS = 4_000
const POLICY_VIOLATION = 1008
const GOING_AWAY = 1001
/** A console that is this far behind is disconnected: it reconnects and fetches everything anew. */
const MAX_BACKLOG_BYTES = 4_194_304
/** A bulk action writes its rows one by one; their changes are sent as one message. */
const GATHER = { quietMs: 300, longestMs: 5_000 }
const FORM = 'form'
/** A page shows one form, and what it opens over that perhaps another. */
const MAX_FORMS = 8
const EVENTS = 'live.event'
const CHANGES = 'live.changes'
const FORCED = 'live.forced'

export function createHub({ bus, ids, tickets, clock, log, closeCodes }: HubOptions): Hub {
  const connections = new Listeners<Connection>((topic, gone) => {
    if (isForm(topic)) presence.changed(topic, gone)
  })
  const presence = createPresence<Connection>({
    bus,
    clock,
    server: ids.secret(9),
    listening: (topic) => connections.of(topic),
    tell: (connection, topic, data) =>
      send(connection, JSON.stringify({ type: 'event', topic, event: 'form.people', data })),
    onError: (err) => log.error({ err }, 'live channel'),
  })
  const allowances = createAllowances(clock)
  const policies = new Map<string, TopicPolicy>()
  const forms = new Map<string, Form>()
  const listScopes = new Map<string, (actor: Actor) => Scope>()

  /** Which of the topics are open to the actor; each policy is asked once. */
  async function openTo(actor: Actor, topics: Iterable<string>): Promise<Set<string>> {
    const byPrefix = new Map<string, string[]>()
    for (const topic of new Set(topics)) {
      const prefix = topic.split(':')[0] ?? ''
      const same = byPrefix.get(prefix)
      if (same) same.push(topic)
      else byPrefix.set(prefix, [topic])
    }
    const answers = await Promise.all(
      [...byPrefix].map(
        async ([prefix, same]) => (await policies.get(prefix)?.(actor, same)) ?? [],
      ),
    )
    return new Set(answers.flat())
  }

  /** Somebody who only looks as a group has no form open. */
  policies.set(FORM, async (actor, topics) => {
    const open = await Promise.all(
      topics.map(async (topic) => {
        const [, call = '', id = ''] = topic.split(':')
        const form = forms.get(call)
        if (!form || actor.view_as || !actor.actions.has(form.can)) return false
        return form.sees(actor, id)
      }),
    )
    return topics.filter((_, at) => open[at])
  })

  /** Repeats the check where the actor's rights changed during it: `renew` has checked only topics that were already open. */
  async function openNow(connection: Connection, topics: readonly string[]) {
    for (;;) {
      const { actor } = connection
      const open = await openTo(actor, topics)
      if (sameRights(actor, connection.actor)) return open
    }
  }

  function send(connection: Connection, text: string) {
    if (connection.socket.backlog > MAX_BACKLOG_BYTES) {
      connections.remove(connection)
      connection.socket.close(closeCodes.slow, 'slow')
    } else connection.socket.send(text)
  }

  function deliver(message: LiveMessage) {
    const { topic, event, data } = message
    // Most rooms have no watchers; their messages need not be serialised.
    const watching = connections.of(topic)
    if (watching.length === 0) return
    const text = JSON.stringify({ type: 'event', topic, event, data })
    const of = { org_ids: [message.org_id] }
    for (const connection of watching) {
      if (maySee(connection.actor.scope, of)) send(connection, text)
    }
  }

  function deliverChanges({ topic, rows }: Changes) {
    for (const connection of connections.of(topic)) {
      const { actor } = connection
      const scope = listScopes.get(topic)?.(actor) ?? actor.scope
      const heard = rows.filter(({ by, of }) => by !== actor.session_id && maySee(scope, of))
      const data = [...new Set(heard.map((row) => row.id))]
      if (data.length > 0)
        send(connection, JSON.stringify({ type: 'event', topic, event: 'rows.changed', data }))
    }
  }

  function out(connection: Connection, code: number, { zh, en }: Words) {
    connections.remove(connection)
    connection.socket.send(JSON.stringify({ type: 'forced_out', code, msg: zh, msg_en: en }))
    connection.socket.close(closeCodes.forced, 'forced')
  }

  /** Closes the channel of a login that is valid but may no longer view as its group: the console's next calls say why. */
  function refuse(connection: Connection) {
    connections.remove(connection)
    connection.socket.close(POLICY_VIOLATION, 'refused')
  }

  async function renew(connection: Connection) {
    try {
      const actor = await connection.renew()
      if (!sameRights(connection.actor, actor)) {
        const open = await openTo(actor, connection.topics)
        for (const topic of connection.topics) {
          if (!open.has(topic)) connections.leave(connection, topic)
        }
      }
      // Set last: where a policy throws, the rights still differ and the next recheck tries again.
      connection.actor = actor
    } catch (error) {
      if (error instanceof Fault && LOGIN_EXPIRED_CODES.includes(error.code))
        out(connection, error.code, error.words)
      else if (error instanceof Fault) refuse(connection)
      else log.warn({ err: error }, 'live channel could not check a login')
    }
  }

  const recheck = async () => {
    await Promise.all(connections.list().map(renew))
  }
  const beat = startBeat(RECHECK_MS, recheck, (err) => log.error({ err }, 'live channel'))
  const stops = [
    bus.subscribe(EVENTS, (message) => deliver(message as LiveMessage)),
    bus.subscribe(CHANGES, (message) => deliverChanges(message as Changes)),
    bus.subscribe(FORCED, (message) => {
      const { session_ids, code, msg } = message as Forced
      for (const connection of connections.list()) {
        if (session_ids.includes(connection.actor.session_id)) out(connection, code, msg)
      }
    }),
  ]

  // Who has missed something connects again and reads everything anew.
  bus.onGap(() => {
    for (const connection of connections.list()) {
      connections.remove(connection)
      connection.socket.close(GOING_AWAY, 'messages are missing')
    }
  })

  return {
    get size() {
      return connections.list().length
    },
    publish: (message) => bus.publish(EVENTS, message),
    deliver,
    isWatched: (topic) => connections.isHeard(topic),
    watched: (prefix) => connections.topics().filter((topic) => topic.startsWith(`${prefix}:`)),
    list({ name: topic, can }, sees) {
      if (sees) listScopes.set(topic, sees)
      policies.set(topic, async (actor, topics) => (actor.actions.has(can) ? topics : []))
      const gather = createGather<Changes['rows'][number]>(
        (rows) => bus.publish(CHANGES, { topic, rows }),
        GATHER,
      )
      stops.push(() => gather.close())
      return (by, row) => gather.add({ ...row, by: by.session_id })
    },
    policy: (prefix, policy) => void policies.set(prefix, policy),
    form: ({ name, can }, sees) => void forms.set(name, { can, sees }),
    ticket: ({ session_id, view_as }) =>
      tickets.issue({ session_id, group_id: view_as?.id ?? null }),
    forceOut: (session_ids, code, msg) => bus.publish(FORCED, { session_ids, code, msg }),
    redeem: (ticket) => tickets.redeem(ticket),
    connect(actor, renew, socket) {
      const { uid } = actor
      if (!allowances.enter(uid)) return undefined
      const connection: Connection = { actor, renew, socket, topics: new Set() }
      connections.add(connection)
      return {
        async subscribe(topics) {
          const allowed = await openNow(connection, topics)
          let forms = [...connection.topics].filter(isForm).length
          const open = topics.filter((topic) => {
            if (!allowed.has(topic)) return false
            return !isForm(topic) || connection.topics.has(topic) || ++forms <= MAX_FORMS
          })
          const refused = topics.filter((topic) => !open.includes(topic))
          if (connections.has(connection))
            for (const topic of open) connections.listen(connection, topic)
          return { open, refused }
        },
        unsubscribe: (topics) => {
          for (const topic of topics) connections.leave(connection, topic)
        },
        send: (text) => send(connection, text),
        mayRead: () => allowances.frame(uid),
        gone() {
          connections.remove(connection)
          allowances.leave(uid)
        },
      }
    },
    recheck,
    close() {
      void beat.stop()
      for (const stop of stops) stop()
      for (const connection of connections.list()) {
        connections.remove(connection)
        connection.socket.close(GOING_AWAY, 'going away')
      }
      presence.close()
    },
  }
}

function maySee(scope: Scope, of: ChangedRow['of']): boolean {
  if (!of || scope.kind === 'all') return true
  return scope.kind === 'org' ? of.org_ids.includes(scope.org_id) : of.uid === scope.uid
}

const isForm = (topic: string) => topic.startsWith(`${FORM}:`)

const sameRights = (a: Actor, b: Actor) =>
  JSON.stringify([a.scope, [...a.actions]]) === JSON.stringify([b.scope, [...b.actions]])
