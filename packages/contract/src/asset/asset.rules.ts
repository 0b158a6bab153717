import { words, type Words } from '../kernel/words.ts'
import type { AssetKind } from './asset.enums.ts'

/** What files are checked as when they are uploaded; the parts of assets take some of them. */
export type PartContent =
  | 'picture'
  | 'audio'
  | 'ref_audio'
  | 'video'
  | 'vrm'
  | 'document'
  | 'lexicon'
  | 'model'

interface Part {
  called: Words
  takes: readonly PartContent[]
  /** The asset stands without it. */
  maybe?: true
}

const picture = (zh: string, en: string): Part => ({ called: words(zh, en), takes: ['picture'] })
const file = (...takes: PartContent[]): Part => ({ called: words('文件', 'File'), takes })
/** Made by the browser that uploads. */
const poster: Part = { called: words('封面', 'Cover'), takes: ['picture'], maybe: true }

/** The parts of one form that assets of a kind have. */
export type Form = Readonly<Record<string, Part>>

/** A body that always shows, with eyes and a mouth over it; all of one size. */
const DRAWN: Form = {
  body: picture('身体', 'Body'),
  eyes_open: picture('睁眼', 'Eyes open'),
  eyes_shut: picture('闭眼', 'Eyes shut'),
  mouth_shut: picture('闭嘴', 'Mouth shut'),
  mouth_aa: picture('口型 a', 'Mouth a'),
  mouth_ih: picture('口型 i', 'Mouth i'),
  mouth_ou: picture('口型 u', 'Mouth u'),
  mouth_ee: picture('口型 e', 'Mouth e'),
  mouth_oh: picture('口型 o', 'Mouth o'),
}
const LOOPS: Form = {
  idle: { called: words('静止循环', 'Idle loop'), takes: ['video'] },
  speak: { called: words('说话循环', 'Speaking loop'), takes: ['video'] },
  poster,
}
const VRM: Form = { vrm: { called: words('VRM模型', 'VRM model'), takes: ['vrm'] }, poster }

/** An asset has the parts of exactly one form of its kind. */
export const FORMS: Readonly<Record<AssetKind, readonly Form[]>> = {
  actor: [VRM, LOOPS, DRAWN],
  background: [{ file: file('picture', 'video'), poster }],
  material: [{ file: file('picture', 'video'), poster }],
  audio: [{ file: file('audio') }],
  sound: [{ file: file('audio') }],
  document: [{ file: file('document') }],
  ref_audio: [{ file: file('ref_audio') }],
  lexicon: [{ file: file('lexicon') }],
  model: [{ file: file('model') }],
}

/** The form whose parts are exactly these; nothing where there is none. */
export const formOf = (kind: AssetKind, parts: readonly string[]): Form | undefined =>
  FORMS[kind].find(
    (form) =>
      parts.every((name) => Object.hasOwn(form, name)) &&
      Object.entries(form).every(([name, { maybe }]) => maybe || parts.includes(name)),
  )

/** Whose files are only given by addresses that end after some minutes. */
export const isPrivate = (content: string): boolean =>
  content === 'document' || content === 'ref_audio' || content === 'model'

/** What stages show and play. */
export const isStaged = (content: string): boolean =>
  content === 'picture' || content === 'audio' || content === 'video' || content === 'vrm'

/** The columns of a sheet by which music is imported. */
export const IMPORT_COLUMNS = {
  name: words('名称', 'Name'),
  filename: words('文件名', 'File name'),
  tags: words('标签', 'Tags'),
} as const
export const MAX_IMPORT_ROWS = 500
export const IMPORT_TEMPLATE_PATH = '/templates/music-import.xlsx'

/** Where people of rooms keep their music, unless they say otherwise. */
export const DEFAULT_MUSIC_PATH = String.raw`D:\kaibo\music`

/** Pictures, sounds and models that come with the program, and what draws them; their paths follow. */
export const BUILTIN_ASSET_PATH = '/common/asset/builtin/'
/** Of these, what draws figures of three dimensions. */
export const AVATAR_SCRIPT = 'avatar.js'
