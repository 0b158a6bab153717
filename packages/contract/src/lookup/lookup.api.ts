import { nouns } from '../facts/nouns.ts'
import * as z from 'zod/mini'
import { domain, get } from '../kernel/endpoint.ts'
import { listOf } from '../kernel/page.ts'
import { Camp, GameCommand, GiftMap, KeywordMap } from '../game/game.schema.ts'
import { field } from '../kernel/field.ts'
import { idOf } from '../kernel/text.ts'
import { oneOf } from '../kernel/enumeration.ts'
import {
  AssetType,
  AuthExpireStatus,
  DataType,
  GameType,
  IsOrNot,
  ModelType,
  OpenStatus,
  VarType,
} from '../facts/enums.ts'
import { VoiceGender, VoiceProvider } from '../voice/voice.enums.ts'
import { Platform } from '../facts/platforms.ts'
import { PcPresence } from '../facts/presence.ts'
import { RuleOption, ruleKind } from '../talk/option.schema.ts'

/** Account options carry `uid`, the select widget's default value field (spec §3); `used_by` names the room that holds it. */
export const AccountOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  platform: Platform,
  used_by: z.nullable(z.string()),
})
export type AccountOption = z.infer<typeof AccountOption>

export const PcOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  presence: oneOf(PcPresence),
  used_by: z.nullable(z.string()),
})
export type PcOption = z.infer<typeof PcOption>

/** `id` is the room's code. */
export const RoomOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  platform: Platform,
  /** It is to be on air. */
  on_air: oneOf(IsOrNot),
})
export type RoomOption = z.infer<typeof RoomOption>

export const PlatformOption = z.object({ id: Platform, name: z.string() })

export const OrgOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  enabled: oneOf(OpenStatus),
})
export type OrgOption = z.infer<typeof OrgOption>

/** Areas are free text; the ones in use are offered as options. */
export const AreaOption = z.object({ id: z.string(), uid: z.string(), name: z.string() })

/** A sound or a film that stages can play. */
export const PlayableOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  plays: z.enum(['audio', 'video']),
  /** Short, and played over what is said. */
  is_sound: z.boolean(),
  ms: z.nullable(z.number()),
  expire_status: oneOf(AuthExpireStatus),
})
export type PlayableOption = z.infer<typeof PlayableOption>

/** An enabled game that the person's rooms may run. */
export const GameOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  type: oneOf(GameType),
  expire_status: oneOf(AuthExpireStatus),
})
export type GameOption = z.infer<typeof GameOption>

const GameFacts = z.extend(GameOption, {
  camps: z.array(Camp),
  commands: z.array(GameCommand),
  gift_map: z.array(GiftMap),
  keyword_map: z.array(KeywordMap),
})

/** An actor that may stand on a stage of the person's rooms (rooms §7). An expired licence is shown: it blocks starts. */
export const ActorOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  type: oneOf(ModelType),
  expire_status: oneOf(AuthExpireStatus),
})
export type ActorOption = z.infer<typeof ActorOption>

/** A picture or a film that may stand behind everything. */
export const BackgroundOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  type: oneOf(AssetType),
  expire_status: oneOf(AuthExpireStatus),
  /** Pictures that lie on each other. */
  cover: z.array(z.string()),
})
export type BackgroundOption = z.infer<typeof BackgroundOption>

/** A sound that is played once. */
export const SoundOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  expire_status: oneOf(AuthExpireStatus),
  url: z.string(),
  ms: z.nullable(z.int()),
})
export type SoundOption = z.infer<typeof SoundOption>

/** An enabled voice that the person's rooms may speak by. */
export const VoiceOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  provider: oneOf(VoiceProvider),
  lang: z.string(),
  gender: oneOf(VoiceGender),
  expire_status: oneOf(AuthExpireStatus),
})
export type VoiceOption = z.infer<typeof VoiceOption>

/** What rules can listen to: built in, and of a game. */
export const EventOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  /** It can be foreseen: rules may act in advance. */
  eta: z.boolean(),
  payload: z.array(z.object({ key: z.string(), label: z.string(), type: oneOf(DataType) })),
})

export const VarOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  var_type: oneOf(VarType),
  data_type: oneOf(DataType),
  /** Rules may set it. */
  settable: z.boolean(),
})

const OptionQuery = z.object({
  keyword: z.optional(field(nouns.keyword, z.string().check(z.trim(), z.maxLength(50)))),
})

const OfGame = z.extend(OptionQuery, { game_id: z.optional(idOf(nouns.game)) })

const RuleOptionQuery = z.extend(OptionQuery, {
  kind: z.optional(ruleKind),
})

export const lookupApi = domain('lookup', {
  platforms: get('/admin/v1/const/live/plat', { data: listOf(PlatformOption), can: 'login' }),
  liveAccounts: get('/admin/v1/public/live/account', {
    input: OptionQuery,
    data: listOf(AccountOption),
    can: 'login',
  }),
  rooms: get('/admin/v1/public/anchor/rooms', {
    input: OptionQuery,
    data: listOf(RoomOption),
    can: 'login',
  }),
  pcs: get('/admin/v1/public/client/pcname', {
    input: OptionQuery,
    data: listOf(PcOption),
    can: 'login',
  }),
  orgs: get('/admin/v1/public/account/orgs', {
    input: OptionQuery,
    data: listOf(OrgOption),
    can: 'login',
  }),
  /** Those whose rows the person sees of what studios have. */
  studios: get('/admin/v1/x/lookup/studios', {
    input: OptionQuery,
    data: listOf(OrgOption),
    can: 'login',
  }),
  rules: get('/admin/v1/public/rule/list', {
    input: RuleOptionQuery,
    data: listOf(RuleOption),
    can: 'login',
  }),
  games: get('/admin/v1/public/dp/game/list', {
    input: OptionQuery,
    data: listOf(GameOption),
    can: 'login',
  }),
  game: get('/admin/v1/public/game/info', {
    input: z.object({ game_id: idOf(nouns.game) }),
    data: GameFacts,
    can: 'login',
  }),
  events: get('/admin/v1/public/initiative/event', {
    input: OfGame,
    data: listOf(EventOption),
    can: 'login',
  }),
  vars: get('/admin/v1/public/initiative/vars', {
    input: OfGame,
    data: listOf(VarOption),
    can: 'login',
  }),
  actors: get('/admin/v1/public/dp/model/person', {
    input: OptionQuery,
    data: listOf(ActorOption),
    can: 'login',
  }),
  voices: get('/admin/v1/public/dp/model/audio', {
    input: OptionQuery,
    data: listOf(VoiceOption),
    can: 'login',
  }),
  backgrounds: get('/admin/v1/public/dp/background/list', {
    input: OptionQuery,
    data: listOf(BackgroundOption),
    can: 'login',
  }),
  sounds: get('/admin/v1/public/sound/effects', {
    input: OptionQuery,
    data: listOf(SoundOption),
    can: 'login',
  }),
  playables: get('/admin/v1/x/lookup/playables', {
    input: OptionQuery,
    data: listOf(PlayableOption),
    can: 'login',
  }),
  areas: get('/admin/v1/public/account/areas', {
    input: OptionQuery,
    data: listOf(AreaOption),
    can: 'login',
  }),
})
