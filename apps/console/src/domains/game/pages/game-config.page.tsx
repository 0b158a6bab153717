import { useParams } from 'react-router'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { useRecordTitle } from '#kit/title/record-title.ts'
import { GameDriveEditor } from '../parts/game-drive-editor.tsx'
import '../game.i18n.ts'

/** What the rooms of a game say of their own accord, unless they say otherwise. */
export default function GameConfigPage() {
  const { game_id = '' } = useParams()
  const t = useText('game')
  const query = useCall(gameApi.info, { game_id })
  const { data } = query
  useRecordTitle(data ? t('drive_of', { name: data.row.name }) : undefined)
  return (
    <Panel
      loading={query.isPending}
      error={query.error}
      filled={data !== undefined && !query.error?.notFound}
      onRetry={() => void query.refetch()}
      right={gameApi.info.can}
    >
      {data ? <GameDriveEditor key={data.row.version} info={data} /> : null}
    </Panel>
  )
}
