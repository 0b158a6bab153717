// The link of games: events that are on the disk beside bare messages, and 20 kills of game and agent.
import { kills } from './game-link/kills.ts'
import { throughput } from './game-link/throughput.ts'

const AIM = { share: 0.5, unaccounted: 0 }
const ROUNDS = 5
const KILLS = 20

const { bare, durable } = await throughput(ROUNDS)
const share = durable / bare
const figure = (value: number) => Math.round(value).toLocaleString('en')
console.log(`bare WebSocket      ${figure(bare)} messages/s`)
console.log(`durable events      ${figure(durable)} events/s`)
console.log(`share               ${share.toFixed(2)} (aim ≥ ${AIM.share})`)

const { gifts, done, lost, unaccounted, rounds, broken } = await kills(KILLS)
console.log(`${KILLS} kills            ${gifts} gifts: ${done} done, ${lost} without effect`)
console.log(`rounds              ${rounds}, ${broken} broken`)
console.log(`unaccounted         ${unaccounted} (aim ${AIM.unaccounted})`)
if (share < AIM.share || unaccounted > AIM.unaccounted || gifts === 0) process.exitCode = 1
