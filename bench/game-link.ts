// The link of games: events that are on the disk beside bare messages, 20 kills of game and agent, and the memory that ten thousand
// danmu a second take.
import { danmu } from './game-link/danmu.ts'
import { kills } from './game-link/kills.ts'
import { throughput } from './game-link/throughput.ts'

const AIM = { share: 0.5, unaccounted: 0, heap: 0.05 }
const ROUNDS = 5
const KILLS = 20
const DANMU = { warm: 20, seconds: 40 }

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
const flow = await danmu(DANMU.warm, DANMU.seconds)
const grown = flow.heapAfter / flow.heapBefore - 1
console.log(
  `danmu               ${figure(flow.sent / flow.seconds)} a second, ${figure(flow.told)} messages to the game`,
)
console.log(
  `heap after GC       ${flow.heapBefore.toFixed(1)} → ${flow.heapAfter.toFixed(1)} MB, ${(grown * 100).toFixed(1)} % (aim ±${AIM.heap * 100} %)`,
)
if (Math.abs(grown) > AIM.heap) process.exitCode = 1
if (share < AIM.share || unaccounted > AIM.unaccounted || gifts === 0) process.exitCode = 1
