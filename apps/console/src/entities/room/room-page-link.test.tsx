import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { person } from '#client/person.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { RoomPageLink } from './room-page-link.tsx'

afterEach(() => {
  cleanup()
  signOut()
})

test.each([
  [['income.look', 'room.look'], '/digital/room/K7M2P9QX'],
  [['income.look'], undefined],
])('with %j the name of a room leads to %s', (actions, href) => {
  signIn('t1', person)
  rememberActions(actions)
  render(
    <MemoryRouter>
      <RoomPageLink room_code="K7M2P9QX">深夜电台</RoomPageLink>
    </MemoryRouter>,
  )
  expect(screen.getByText('深夜电台').getAttribute('href') ?? undefined).toBe(href)
})
