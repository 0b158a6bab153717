import { useState } from 'react'
import { Input, Modal } from 'antd'
import type { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import type { SceneAsset } from '@kaibo/contract/stage/anchor.schema.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { Panel } from '#kit/panel/panel.tsx'
import styles from '../scene.module.css'

interface AssetPickerProps {
  room_code: string
  kind: AssetKind
  onPick: (asset: SceneAsset) => void
  onClose: () => void
}

/** What may stand in the scene, as pictures. */
export function AssetPicker({ room_code, kind, onPick, onClose }: AssetPickerProps) {
  const t = useText('scene')
  const [keyword, setKeyword] = useState('')
  const query = useCall(stageApi.assets, { room_code, kind, keyword }, { keep: true })
  const list = query.data?.list ?? []
  return (
    <Modal open title={t('pick')} footer={null} width={640} onCancel={onClose}>
      <Input.Search
        allowClear
        placeholder={t('pick_search')}
        aria-label={t('pick_search')}
        onSearch={setKeyword}
      />
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={query.data !== undefined}
        onRetry={() => void query.refetch()}
        right={stageApi.assets.can}
      >
        {list.length === 0 ? <p className={styles.empty}>{t('pick_none')}</p> : null}
        <ul className={styles.assets}>
          {list.map((asset) => (
            <li key={asset.asset_id}>
              <button type="button" disabled={!asset.stage} onClick={() => onPick(asset)}>
                {asset.cover ? (
                  <img src={asset.cover} alt="" loading="lazy" />
                ) : (
                  <span aria-hidden />
                )}
                <span>{asset.name}</span>
                {asset.stage ? null : <small>{t('gone')}</small>}
                {asset.expire_status === AuthExpireStatus.expired ? (
                  <small>{t('expired')}</small>
                ) : null}
              </button>
            </li>
          ))}
        </ul>
      </Panel>
    </Modal>
  )
}
