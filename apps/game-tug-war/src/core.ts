/* The rules of 拔河, without a clock or a network: what somebody does and what time it is, to what follows of it. */

export const CAMPS = ['red', 'blue'] as const
export type Camp = (typeof CAMPS)[number]
const NAMES: Record<Camp, string> = { red: '红队', blue: '蓝队' }

export const ROUND_MS = 120_000
export const SETTLING_MS = 10_000
/** Whoever pulls the rope so far has won. */
const ROPE = 100
/** And so far, nearly. */
const NEAR = 80
/** So many players pull as hard as they say; more of them share the rope. */
const HEADS = 10
const LIKES_A_PULL = 10
const MOST_PLAYERS = 20_000
const SHOWN_PLAYERS = 50

export interface Who {
  open_id: string
  nickname: string
  /** The page says so. */
  is_ai?: boolean | undefined
}

interface Player extends Who {
  camp: Camp
  score: number
  likes: number
}

interface Side {
  heads: number
  score: number
  boostedUntil: number
  frozenUntil: number
}

export interface Game {
  phase: 'idle' | 'playing' | 'settling'
  round: number
  /** From −100, blue has won, to 100, red has. */
  rope: number
  sides: Record<Camp, Side>
  players: Map<string, Player>
  startedAt: number
  endsAt: number
  lead: Camp | null
  /** Who was said to be near winning in this round. */
  near: Camp | null
  best: string | null
  winner: Camp | null
  streak: { camp: Camp | null; rounds: number }
}

export type Act =
  | { do: 'join'; who: Who; camp: Camp }
  | { do: 'pull'; who: Who; power: number }
  | { do: 'boost'; who: Who; seconds: number }
  | { do: 'freeze'; who: Who; seconds: number }
  | { do: 'like'; who: Who; count: number }

export type Payload = Record<string, string | number>
export type News =
  | { say: 'event'; key: string; payload: Payload; who?: Who | undefined }
  | { say: 'start'; round: number; endsAt: number }
  | {
      say: 'end'
      round: number
      winner: Camp | null
      scores: Record<Camp, number>
      players: Player[]
    }
  | { say: 'status'; status: Game['phase'] }

const side = (): Side => ({ heads: 0, score: 0, boostedUntil: 0, frozenUntil: 0 })
const sides = (): Game['sides'] => ({ red: side(), blue: side() })

export const newGame = (): Game => ({
  phase: 'idle',
  round: 0,
  rope: 0,
  sides: sides(),
  players: new Map(),
  startedAt: 0,
  endsAt: 0,
  lead: null,
  near: null,
  best: null,
  winner: null,
  streak: { camp: null, rounds: 0 },
})

/** Somebody does something: while nothing is played, a round begins by it. */
export function act(game: Game, one: Act, now: number): News[] {
  const news = tick(game, now)
  if (game.phase === 'settling') return news
  if (game.phase === 'idle') news.push(...begin(game, now))
  if (one.do === 'join') news.push(...join(game, one.who, one.camp))
  else {
    const known = game.players.get(one.who.open_id)
    if (!known) news.push(...join(game, one.who, weaker(game)))
    const player = game.players.get(one.who.open_id)
    if (player) news.push(...strength(game, player, one, now))
  }
  return news
}

/** Time goes on. */
export function tick(game: Game, now: number): News[] {
  if (game.phase === 'playing' && now >= game.endsAt) return end(game, now)
  if (game.phase !== 'settling' || now < game.endsAt) return []
  game.phase = 'idle'
  return [{ say: 'status', status: 'idle' }]
}

function begin(game: Game, now: number): News[] {
  game.round++
  game.phase = 'playing'
  game.rope = 0
  game.sides = sides()
  game.players = new Map()
  game.startedAt = now
  game.endsAt = now + ROUND_MS
  game.lead = null
  game.near = null
  game.best = null
  game.winner = null
  return [{ say: 'start', round: game.round, endsAt: game.endsAt }]
}

function join(game: Game, who: Who, camp: Camp): News[] {
  const known = game.players.get(who.open_id)
  // Nobody changes sides within a round
  if (known || game.players.size >= MOST_PLAYERS) return []
  game.players.set(who.open_id, { ...who, camp, score: 0, likes: 0 })
  const { heads } = game.sides[camp]
  game.sides[camp].heads = heads + 1
  const payload = { camp, camp_name: NAMES[camp], heads: heads + 1 }
  return [{ say: 'event', key: 'camp_join', payload, who }]
}

/** Whoever chose no camp helps where help is needed: by the rope, then by heads. */
function weaker({ rope, sides: { red, blue } }: Game): Camp {
  if (rope !== 0) return rope > 0 ? 'blue' : 'red'
  return red.heads > blue.heads ? 'blue' : 'red'
}

function strength(
  game: Game,
  player: Player,
  one: Exclude<Act, { do: 'join' }>,
  now: number,
): News[] {
  const own = game.sides[player.camp]
  if (one.do === 'boost') own.boostedUntil = Math.max(now, own.boostedUntil) + one.seconds * 1_000
  if (one.do === 'freeze') {
    const other = game.sides[otherOf(player.camp)]
    other.frozenUntil = Math.max(now, other.frozenUntil) + one.seconds * 1_000
  }
  if (one.do === 'pull') return pull(game, player, one.power, now)
  if (one.do !== 'like') return []
  const likes = player.likes + one.count
  player.likes = likes % LIKES_A_PULL
  return likes < LIKES_A_PULL ? [] : pull(game, player, Math.floor(likes / LIKES_A_PULL), now)
}

function pull(game: Game, player: Player, power: number, now: number): News[] {
  const own = game.sides[player.camp]
  if (now < own.frozenUntil || power <= 0) return []
  const force = power * (now < own.boostedUntil ? 2 : 1)
  own.score += force
  player.score += force
  const heads = game.sides.red.heads + game.sides.blue.heads
  const way = (force / Math.max(1, heads / HEADS)) * (player.camp === 'red' ? 1 : -1)
  game.rope = Math.max(-ROPE, Math.min(ROPE, game.rope + way))
  const news = [...leadNews(game, now), ...bestNews(game, player)]
  return Math.abs(game.rope) >= ROPE ? [...news, ...end(game, now)] : news
}

function leadNews(game: Game, now: number): News[] {
  const { rope } = game
  if (rope === 0) return []
  const camp: Camp = rope > 0 ? 'red' : 'blue'
  const about = { camp, camp_name: NAMES[camp], gap: Math.round(Math.abs(rope)) }
  const news: News[] = []
  // The first lead is no change
  if (game.lead !== null && game.lead !== camp)
    news.push({ say: 'event', key: 'lead_change', payload: about })
  game.lead = camp
  if (Math.abs(rope) >= NEAR && game.near !== camp) {
    game.near = camp
    news.push({ say: 'event', key: 'near_win', payload: { ...about, left_s: leftIn(game, now) } })
  }
  return news
}

function bestNews(game: Game, player: Player): News[] {
  const best = game.best === null ? undefined : game.players.get(game.best)
  if (best === player || (best && best.score >= player.score)) return []
  game.best = player.open_id
  if (!best) return []
  const payload = { mvp_name: player.nickname, score: player.score }
  return [{ say: 'event', key: 'mvp_change', payload, who: player }]
}

function end(game: Game, now: number): News[] {
  const {
    rope,
    round,
    sides: { red, blue },
  } = game
  const winner = rope === 0 ? null : rope > 0 ? 'red' : 'blue'
  game.phase = 'settling'
  game.winner = winner
  game.endsAt = now + SETTLING_MS
  const { streak } = game
  const goesOn = winner !== null && streak.camp === winner
  game.streak = { camp: winner, rounds: winner === null ? 0 : goesOn ? streak.rounds + 1 : 1 }
  const scores = { red: red.score, blue: blue.score }
  return [
    { say: 'end', round, winner, scores, players: best(game) },
    { say: 'status', status: 'settling' },
  ]
}

export const best = ({ players }: Game): Player[] =>
  [...players.values()].sort((a, b) => b.score - a.score).slice(0, SHOWN_PLAYERS)

export const leftIn = ({ phase, endsAt }: Game, now: number): number =>
  phase === 'idle' ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1_000))

const otherOf = (camp: Camp): Camp => (camp === 'red' ? 'blue' : 'red')

/** What rules are told as variables. */
export const varsOf = (game: Game, now: number): Payload => ({
  red: game.sides.red.score,
  blue: game.sides.blue.score,
  gap: Math.round(game.rope),
  left_s: leftIn(game, now),
  streak: game.streak.rounds,
})

/** What a page shows. */
export function pictureOf(game: Game, now: number) {
  const { phase, round, rope, winner, streak } = game
  const sideOf = ({ heads, score, boostedUntil, frozenUntil }: Side) => ({
    heads,
    score,
    boosted: phase === 'playing' && now < boostedUntil,
    frozen: phase === 'playing' && now < frozenUntil,
  })
  return {
    phase,
    round,
    rope: Math.round(rope * 10) / 10,
    left_s: leftIn(game, now),
    winner,
    streak: streak.rounds,
    red: sideOf(game.sides.red),
    blue: sideOf(game.sides.blue),
    best: best(game)
      .slice(0, 3)
      .map(({ nickname, camp, score, is_ai = false }) => ({ nickname, camp, score, is_ai })),
  }
}
