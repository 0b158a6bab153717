import { ListPage } from '#kit/list/list-page.tsx'
import { createGame } from '../game.actions.tsx'
import { games } from '../game.list.ts'

export default function GameListPage() {
  return <ListPage {...games} create={createGame} />
}
