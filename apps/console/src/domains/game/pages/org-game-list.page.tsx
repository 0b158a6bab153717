import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { wordsOf } from '#client/i18n.ts'
import { ListPage } from '#kit/list/list-page.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { games } from '../game.list.ts'

const t = wordsOf('game')
const words = listWords(nouns.game, { title: t('org_title'), hint: t('hint') })

/** The same list, of what guilds may run: nothing is made here. */
export default function OrgGameListPage() {
  return <ListPage {...games} name="org_game" words={words} />
}
