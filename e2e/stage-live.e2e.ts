import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AssetType } from '@kaibo/contract/facts/enums.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { Layer } from '@kaibo/contract/stage/scene.schema.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { see, until, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { vrm, WEBM } from '@kaibo/testkit/build/media.build.ts'
import { bring, plainPicture } from './brought.ts'
import { createWorld, type Room, type World } from './world.ts'

const NAME = '换布景的间'
let world: World
let room: Room
beforeAll(async () => {
  world = await createWorld()
  room = await world.room({ name: NAME, agent: ['--source', 'auto'] })
  await world.admin.call(roomApi.start, { room_code: room.code })
  await until('the PC has said where its stage is', async () => (await link()) !== '', 30_000)
})
afterAll(() => world.dispose())

const of = () => ({ room_code: room.code })
const reported = async () => (await world.admin.call(stageApi.view, of())).stage
const link = async () => (await reported())?.url ?? ''
const info = () => world.admin.call(roomApi.info, of())

/** A page that is heard. */
async function openStage(): Promise<ConsolePage> {
  const stage = await world.page({ width: 540, height: 960 })
  await stage.goto(await link())
  await stage.getByRole('button', { name: '点击开始播放' }).click()
  await until('it is heard', async () => (await reported())?.program?.audio === 'ok')
  return stage
}

/** Changes layers of the scene as it is saved now, and saves it. */
async function save(apply: 'now' | 'next', change: (layers: Layer[]) => Layer[]) {
  const { value, version } = await world.admin.call(stageApi.anchor, of())
  const scene = { ...value.scene, layers: change(value.scene.layers) }
  return world.admin.call(stageApi.saveAnchor, { ...of(), version, apply, ...value, scene })
}

const withGround = (asset_id: string) => (layers: Layer[]) =>
  layers.map((layer) => (layer.kind === 'background' ? { ...layer, asset_id } : layer))

type Colour = [red: number, green: number, blue: number, alpha: number]
declare global {
  interface Window {
    /** Of each frame since, some of its points. */
    seen: Colour[][]
  }
}

/** Looks at these points of every frame from now on. */
const watch = (stage: ConsolePage, points: [x: number, y: number][]) =>
  stage.evaluate((places) => {
    window.seen = []
    const ctx = document.querySelector('canvas')?.getContext('2d')
    const look = () => {
      window.seen.push(
        places.map(([x, y]) => [...(ctx?.getImageData(x, y, 1, 1).data ?? [])] as Colour),
      )
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, points)

const colourAt = (stage: ConsolePage, x: number, y: number) =>
  stage.evaluate(
    ([left, top]) => {
      const ctx = document.querySelector('canvas')?.getContext('2d')
      return [...(ctx?.getImageData(left, top, 1, 1).data ?? [])] as Colour
    },
    [x, y] as const,
  )
const pixel = async (...at: Parameters<typeof colourAt>) => nameOf(await colourAt(...at))

/** Of the grounds of this file. */
function nameOf([red, green, blue, alpha]: Colour): string {
  if (alpha < 255 || red + green + blue < 40) return 'black'
  if (red > 180 && green < 90 && blue < 90) return 'red'
  if (green > 120 && red < 90 && blue < 90) return 'green'
  if (blue > 180 && red < 90 && green < 90) return 'blue'
  return 'other'
}

const CORNER = [1_060, 500] as const
const IN_FILM = [528, 312] as const
/** Long enough that it is still being said when the scene has changed, on a slow machine too. */
const LINE =
  '这句话要说很久，久到有人把画面换掉，观众一帧黑的也看不到，主播也没有停下来，一个字也不会少，' +
  '说到最后一个字的时候，画面早已经是新的了，而听的人什么也没有发现，只觉得主播一直在说话'

test('一句话说到一半保存画面立即生效：每一帧都有画面，声音不断；预览一起换；下次开播生效的这一场不变', async () => {
  const stage = await openStage()
  const red = await bring(world, {
    kind: 'background',
    name: '红',
    parts: { file: await plainPicture(stage, '#d02020') },
  })
  const webm = { kind: 'video', type: 'video/webm', bytes: WEBM } as const
  const moving = await bring(world, { kind: 'material', name: '流光', parts: { file: webm } })
  const preview = await world.admin.call(stageApi.preview, of())
  const look = await world.page({ width: 540, height: 960 })
  await look.goto(world.server.url + preview.path)

  await watch(stage, [[...CORNER], [540, 1_000], [100, 1_800], [...IN_FILM]])
  await world.admin.call(roomApi.say, {
    ...of(),
    text: LINE,
    position: 'now',
    key: 'a-long-line-1',
  })
  const lines = async () => {
    const asked = { ...of(), kind: 'speech', page_size: 50 } as const
    const { list } = await world.admin.call(roomApi.consoleLogs, asked)
    return list.filter(({ text }) => text.includes(LINE))
  }
  const isSaid = async (tag: string) => (await lines()).some((line) => line.tag === tag)
  await until('it is being said', () => isSaid('speaking'), 30_000)
  const place = { x: 400, y: 120, w: 256, h: 384, rotate: 0, opacity: 1 } as const
  await save('now', (layers) => [
    ...withGround(red.asset_id)(layers).slice(0, -1),
    {
      kind: 'material',
      id: 'moving',
      ...place,
      locked: false,
      hidden: false,
      asset_id: moving.asset_id,
      type: AssetType.front,
    },
    ...layers.slice(-1),
  ])
  await until('it has changed', async () => (await pixel(stage, ...CORNER)) === 'red')
  expect(await isSaid('spoken')).toBe(false)
  await until('it is said', () => isSaid('spoken'), 60_000)
  expect((await lines()).filter(({ tag }) => tag === 'speaking')).toHaveLength(1)

  const frames = await stage.evaluate(() => window.seen)
  expect(frames.flat().map(nameOf)).not.toContain('black')
  // First the old ground and then the new one, and nothing between them
  const grounds = frames.map(([corner]) => corner?.join())
  const changed = frames.findIndex(([corner]) => corner && nameOf(corner) === 'red')
  expect(new Set(grounds.slice(0, changed)).size).toBe(1)
  expect(new Set(grounds.slice(changed)).size).toBe(1)
  // The film is there with the new ground, plays, and does not blink where it begins anew
  const film = frames.slice(changed).map(([, , , inFilm]) => inFilm?.join())
  expect(film).not.toContain(grounds.at(-1))
  expect(new Set(film).size).toBeGreaterThan(1)
  await until('the preview has changed as well', async () => {
    const jpeg = await look.screenshot({
      type: 'jpeg',
      clip: { x: 520, y: 240, width: 8, height: 8 },
    })
    return (await cornerOf(stage, jpeg)) === 'red'
  })

  const green = await bring(world, {
    kind: 'background',
    name: '绿',
    parts: { file: await plainPicture(stage, '#20a020') },
  })
  await save('next', withGround(green.asset_id))
  // What is said to the PC afterwards has come
  await world.admin.call(roomApi.air, { ...of(), muted: true })
  await see((await world.open(`/digital/room/${room.code}`)).getByText('已静音').first())
  expect(await pixel(stage, ...CORNER)).toBe('red')
  await world.admin.call(roomApi.stop, of())
  await until('it is off air', async () => ['idle', 'ended'].includes((await info()).state), 30_000)
  await world.admin.call(roomApi.start, of())
  await until('it shows at the next start', async () => (await pixel(stage, ...CORNER)) === 'green')
  expect([stage.faults, look.faults]).toEqual([[], []])
})

/** The colour of a picture's first point. */
const cornerOf = async (page: ConsolePage, jpeg: Buffer): Promise<string> =>
  nameOf(
    await page.evaluate(
      async (url) => {
        const image = new Image()
        image.src = url
        await image.decode()
        const canvas = document.createElement('canvas')
        const ctx = canvas.getContext('2d')
        ctx?.drawImage(image, 0, 0)
        return [...(ctx?.getImageData(4, 4, 1, 1).data ?? [])] as Colour
      },
      `data:image/jpeg;base64,${jpeg.toString('base64')}`,
    ),
  )

test('素材的文件没了：它的图层是空的，其余照常，墙上和房间页都说出是哪一个', async () => {
  const stage = await openStage()
  // Nobody speaks for a while, and that is as it should be
  await world.admin.call(roomApi.air, { ...of(), act: 'pause' })
  await until('it shows', async () => (await pixel(stage, ...CORNER)) !== 'black')
  const ground = await pixel(stage, ...CORNER)
  const gone = await bring(world, {
    kind: 'material',
    name: '丢失的贴图',
    parts: { file: await plainPicture(stage, '#2020d0') },
  })
  const folder = world.server.env['KAIBO_DATA_DIR'] ?? ''
  const files = readdirSync(folder, { recursive: true }).map(String)
  const own = files.filter((file) => gone.uploads.some((upload_id) => file.includes(upload_id)))
  expect(own).toHaveLength(1)
  for (const file of own) rmSync(join(folder, file))
  const place = { x: 800, y: 400, w: 270, h: 400, rotate: 0, opacity: 1 } as const
  await save('now', (layers) => [
    ...layers.slice(0, -1),
    {
      kind: 'sticker',
      id: 'gone',
      ...place,
      locked: false,
      hidden: false,
      asset_id: gone.asset_id,
    },
    ...layers.slice(-1),
  ])
  const page = await world.open(`/digital/room/${room.code}`)
  const card = page.getByRole('region', { name: '画面' })
  await see(card.getByText('无法显示：丢失的贴图'), 60_000)
  await see(page.getByText('画面中的「丢失的贴图」无法显示').first())
  await page.goto(`${world.server.url}/digital/actor`)
  const tile = page.getByRole('article', { name: NAME })
  await see(tile.getByText('画面中的「丢失的贴图」无法显示'))
  // Where it would be
  expect(await pixel(stage, ...CORNER)).toBe(ground)
  expect(stage.faults).toEqual([])
})

test('画面解不开新的素材：旧的画面照旧，说出是哪一个；能解开了就换上', async () => {
  const stage = await openStage()
  await until('it shows', async () => (await pixel(stage, ...CORNER)) !== 'black')
  const ground = await pixel(stage, ...CORNER)
  const blue = await bring(world, {
    kind: 'background',
    name: '蓝',
    parts: { file: await plainPicture(stage, '#2030e0') },
  })
  await stage.route('**/asset/**', (route) => route.abort())
  await save('now', (layers) => withGround(blue.asset_id)(layers.filter(({ id }) => id !== 'gone')))
  await until('it says so', async () => (await reported())?.missing?.includes('蓝') ?? false)
  expect(await pixel(stage, ...CORNER)).toBe(ground)
  await stage.unroute('**/asset/**')
  await until('it shows all', async () => (await reported())?.missing?.length === 0, 30_000)
  expect(await pixel(stage, ...CORNER)).toBe('blue')
  expect(stage.faults).toEqual([])
})

/** How avatars of the scene are drawn. */
const drawn = async () => (await reported())?.program?.avatar

test('三维形象上台：画面说出它怎样画；文件不是模型时由小开代替，房间要人看', async () => {
  const stage = await openStage()
  const cast = async (actor_id: string) => {
    const { value, version } = await world.admin.call(stageApi.anchor, of())
    const next = { ...of(), version, apply: 'now', ...value, actor_id } as const
    await world.admin.call(stageApi.saveAnchor, next)
  }
  await cast('builtin:xiaobo')
  await until('she is drawn', async () => (await drawn()) === 'software', 60_000)
  await see((await world.open(`/digital/room/${room.code}`)).getByText('无显卡').first())

  const shape = { kind: 'vrm', type: 'model/gltf-binary', bytes: vrm() } as const
  const broken = await bring(world, { kind: 'actor', name: '三角', parts: { vrm: shape } })
  await cast(broken.asset_id)
  await until('a picture stands in', async () => (await drawn()) === 'failed', 30_000)
  expect(stage.faults).toEqual([])
})
