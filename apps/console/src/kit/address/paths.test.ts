import { expect, test } from 'vitest'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { paths } from './paths.ts'

test('every screen has a path builder', () => {
  const { room, roomScene, roomPlan, talkRule, roomRules, roomDrive, ...more } = paths
  const { roomQuestions, gameEvents, gameDrive, ...others } = more
  const built = [
    ...Object.values(others).map((path) => path()),
    room('~').replace('~', ':room_code'),
    roomScene('~').replace('~', ':room_code'),
    roomPlan('~').replace('~', ':room_code'),
    talkRule('~').replace('~', ':rule_id'),
    roomRules('~').replace('~', ':room_code'),
    roomDrive('~').replace('~', ':room_code'),
    gameEvents('~').replace('~', ':game_id'),
    gameDrive('~').replace('~', ':game_id'),
    roomQuestions('~').replace('~', ':room_code'),
  ]
  expect(built).toEqual(expect.arrayContaining(Object.values(screens).map(({ path }) => path)))
})

test('the URLs are these', () => {
  expect({
    home: paths.home(),
    login: paths.login(),
    loginFromHome: paths.login('/'),
    loginFromPage: paths.login('/income/live?page=2&keyword=礼物'),
    forbidden: paths.forbidden(),
    forbiddenNeed: paths.forbidden('income.look'),
    accountForm: paths.account({ edit: '01J9Z', keyword: '林' }),
    newGroup: paths.accountGroup({ edit: 'new' }),
    digitalActor: paths.digitalActor(),
    digitalActorRoom: paths.digitalActor({ room: 'K7M2P9QX', view: undefined }),
    room: paths.room('K7M2P9QX'),
    income: paths.income({ day_from: '2026-01-01' }),
  }).toMatchInlineSnapshot(`
    {
      "accountForm": "/account?edit=01J9Z&keyword=%E6%9E%97",
      "digitalActor": "/digital/actor",
      "digitalActorRoom": "/digital/actor?room=K7M2P9QX",
      "forbidden": "/403",
      "forbiddenNeed": "/403?need=income.look",
      "home": "/",
      "income": "/income/live?day_from=2026-01-01",
      "login": "/login",
      "loginFromHome": "/login",
      "loginFromPage": "/login?from=%2Fincome%2Flive%3Fpage%3D2%26keyword%3D%E7%A4%BC%E7%89%A9",
      "newGroup": "/group?edit=new",
      "room": "/digital/room/K7M2P9QX",
    }
  `)
})
