import { STAGE_STATE_MS, type FromStage, type ToStage } from '@kaibo/contract/stage/link.schema.ts'
import { THUMB_EVERY_MS } from '@kaibo/contract/stage/thumb.schema.ts'
import { isSoftware, rendererName } from '@kaibo/scene/avatar-door.ts'
import { Film } from './film.ts'
import { Link } from './link.ts'
import { Mixer } from './mixer.ts'
import { obsVersion, watchActive } from './obs.ts'
import { Player } from './player.ts'
import { Recorder } from './recorder.ts'
import { Sounds } from './sounds.ts'
import { View } from './view.ts'
import { xiaokai } from './xiaokai.ts'

/** By then the pictures of the scene are there. */
const FIRST_PICTURE_MS = 3_000

const find = <E extends Element>(id: string, kind: new () => E): E => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`no #${id}`)
  return found
}

const button = find('sound', HTMLButtonElement)
const line = find('state', HTMLParagraphElement)
const context = new AudioContext()
const mixer = new Mixer(context)
const player = new Player(mixer)
const film = new Film(mixer)
const sounds = new Sounds(mixer)
const gl = rendererName()
const canvas = find('stage', HTMLCanvasElement)
const recorder = new Recorder(canvas, mixer)
const view = new View(canvas, {
  drawing: {
    script: new URL('avatar.js', document.baseURI).href,
    isSoftware: () => isSoftware(gl),
    stand: xiaokai,
  },
  live: () => ({ said: player.now(), film: film.now() }),
  changed: sayState,
})

/** A page that is not served over HTTPS has no `crypto.randomUUID`. */
const page_id = crypto.getRandomValues(new Uint32Array(3)).join('-')
let isActive = !document.hidden
let isProgram = true
let isPreview = false
let disconnected = ''

const shown = () => ({
  audio: mixer.isBlocked ? ('blocked' as const) : ('ok' as const),
  active: isActive,
})

const link = new Link({
  hello: () => ({
    type: 'hello',
    token: location.hash.slice(1),
    page_id,
    obs: obsVersion(),
    gl,
    more: true,
    ...shown(),
  }),
  heard,
  told(state) {
    disconnected = state
    tell()
    if (state === '') return
    hush()
    recorder.record(null)
  },
})

/** All that sounds is broken off. */
function hush(): void {
  player.hush()
  film.stop()
  sounds.hush()
}

function heard(frame: ToStage): void {
  if (frame.type === 'welcome' || frame.type === 'scene') void view.show(frame.scene, frame.assets)
  if (frame.type === 'welcome' || frame.type === 'muted') mixer.mute(frame.muted)
  if (frame.type === 'welcome') document.title = `${frame.room_name} · 画面`
  if (frame.type === 'welcome') {
    isPreview = frame.preview ?? false
    tell()
  }
  if (frame.type === 'hush') player.hush()
  if (frame.type === 'role') {
    isProgram = frame.is_program
    if (!isProgram) hush()
    tell()
  }
  if (frame.type === 'more') player.more(frame)
  if (frame.type === 'say') player.say(frame, answers(frame.speech_id))
  if (frame.type === 'play') film.play(frame, answers(frame.insert_id))
  if (frame.type === 'stop') film.stop(frame.insert_id)
  if (frame.type === 'sound') sounds.play(frame, answers(frame.sound_id))
  if (frame.type === 'layers') view.change(frame)
  if (frame.type === 'record') recorder.record(frame.recording_id)
}

const answers = (speech_id: string) => ({
  began: (ms?: number) => link.send({ type: 'began', speech_id, ...(ms !== undefined && { ms }) }),
  ended: (ms: number, rms: number) => link.send({ type: 'ended', speech_id, ms, rms }),
  failed: (why: string) => link.send({ type: 'failed', speech_id, why: why.slice(0, 200) }),
})

/** What the page itself says; over the picture in OBS nothing is written. */
function tell(): void {
  button.hidden = isPreview || !mixer.isBlocked || !isProgram || obsVersion() !== null
  const role = isPreview ? '预览没有声音' : isProgram ? '' : '已由另一画面播出'
  const state = disconnected || role
  line.textContent = obsVersion() === null ? state : ''
}

function sayState(): void {
  const { fps, dropped } = view.frames()
  const state: FromStage = {
    type: 'state',
    ...shown(),
    fps,
    dropped,
    label_visible: view.hasPainted,
    silent_s: mixer.silentS,
    missing: [...view.missing],
    ...(view.avatar && { avatar: view.avatar }),
  }
  link.send(state)
}

function sendPicture(): void {
  if (!isProgram || isPreview) return
  const jpeg = view.picture()
  if (jpeg !== undefined) link.send({ type: 'thumb', jpeg })
}

context.addEventListener('statechange', () => {
  tell()
  sayState()
})
button.addEventListener('click', () => void context.resume())
watchActive((now) => {
  isActive = now
  sayState()
})
setInterval(sayState, STAGE_STATE_MS)
setTimeout(sendPicture, FIRST_PICTURE_MS)
setInterval(sendPicture, THUMB_EVERY_MS)
tell()
link.open()
