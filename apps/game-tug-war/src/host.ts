import { randomUUID } from 'node:crypto'
import type { GameCmd, GameInput } from '@kaibo/contract/game/link.schema.ts'
import { act, newGame, pictureOf, tick, varsOf, type Act, type News } from './core.ts'
import { GameLink } from './link.ts'

/* 拔河 as a process: it plays by what it is told, whether or not a page shows it. */

const PICTURE_MS = 100
const VARS_MS = 1_000
/** Of what happens all at once rules need not hear each. */
const JOINS_A_SECOND = 20
const MOST_KNOWN = 5_000

export function playTugWar(env: NodeJS.ProcessEnv): void {
  const { KAIBO_GAME_URL: url = '', KAIBO_GAME_TOKEN: token = '' } = env
  const game = newGame()
  /** Round ids of this process, by their numbers in it. */
  const boot = randomUUID().slice(0, 8)
  const known = new Set<string>()
  let joins = 0
  let lastVars = ''
  let lastPicture = ''

  const link = new GameLink({
    url,
    token,
    hello: { name: '拔河', version: '0.1.0', want: ['like'], ai_label: true },
    on: { cmd: takeCmd, input: takeInput, refused: ({ why }) => process.stdout.write(`${why}\n`) },
  })
  setInterval(() => {
    tell(tick(game, Date.now()))
    const picture = JSON.stringify(pictureOf(game, Date.now()))
    if (picture === lastPicture) return
    lastPicture = picture
    link.say({ type: 'view', data: JSON.parse(picture) })
  }, PICTURE_MS)
  setInterval(() => {
    joins = 0
    const vars = Object.entries(varsOf(game, Date.now())).map(([key, value]) => ({ key, value }))
    const said = JSON.stringify(vars)
    if (said !== lastVars) link.say({ type: 'vars', vars })
    lastVars = said
  }, VARS_MS)

  function takeCmd(cmd: GameCmd): void {
    // What was told before is done already
    if (!known.has(cmd.id)) {
      known.add(cmd.id)
      if (known.size > MOST_KNOWN) for (const oldest of known) if (known.delete(oldest)) break
      const one = actOf(cmd)
      if (!one) return link.say({ type: 'result', id: cmd.id, ok: false, detail: '不认识的命令' })
      tell(act(game, one, Date.now()))
    }
    link.say({ type: 'result', id: cmd.id, ok: true })
  }

  function takeInput({ user, count, is_ai }: GameInput): void {
    if (user) tell(act(game, { do: 'like', who: { ...user, is_ai }, count }, Date.now()))
  }

  function tell(news: readonly News[]): void {
    for (const one of news) tellOne(one)
  }

  function tellOne(one: News): void {
    if (one.say === 'status') return link.say({ type: 'status', status: one.status })
    if (one.say === 'event') {
      if (one.key === 'camp_join' && ++joins > JOINS_A_SECOND) return
      const user = one.who && { open_id: one.who.open_id, nickname: one.who.nickname }
      link.keep({ type: 'event', key: one.key, at: Date.now(), payload: one.payload, user })
      return
    }
    const id = `${boot}-${one.round}`
    if (one.say === 'start') {
      link.keep({ type: 'round', state: 'start', id })
      link.say({ type: 'eta', key: 'round_end', id, at: one.endsAt })
      return
    }
    link.keep({
      type: 'round',
      state: 'end',
      id,
      winner: one.winner,
      camps: Object.entries(one.scores).map(([camp, score]) => ({ id: camp, score })),
      players: one.players.map(({ open_id, nickname, camp, score }) => ({
        open_id,
        nickname,
        camp,
        score,
      })),
    })
  }
}

/** Without a viewer it is the host's own pull, as when somebody tries it from the console. */
const NOBODY = { open_id: 'host', nickname: '主播' }

function actOf({ name, args, user, count, is_ai }: GameCmd): Act | undefined {
  const who = user ? { ...user, is_ai } : NOBODY
  const number = Number(args[0] ?? 1) * count
  if (name === 'join') return { do: 'join', who, camp: args[0] === 'blue' ? 'blue' : 'red' }
  if (!(number > 0)) return undefined
  if (name === 'pull') return { do: 'pull', who, power: number }
  if (name === 'boost') return { do: 'boost', who, seconds: number }
  if (name === 'freeze') return { do: 'freeze', who, seconds: number }
  return undefined
}
