import { LIMITS } from '@wakeline/contract/limits';
import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import { Alert, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { useChangeOcadMap } from './use-change-ocad-map.ts';

interface RenameDialogProps {
  readonly map: OcadMap;
  readonly onClose: () => void;
}

export function RenameDialog({ map, onClose }: RenameDialogProps) {
  const { t } = useTranslation('ocadMaps');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const change = useChangeOcadMap();
  const [mapName, setMapName] = useState(map.mapName);
  const isValid = mapName.trim() !== '';
  const save = () =>
    change.mutate({ kind: 'edit', mapId: map.mapId, mapName: mapName.trim() }, { onSuccess: onClose });
  return (
    <Modal
      open
      title={t('rename', { name: map.mapName })}
      onCancel={onClose}
      cancelText={tApp('action.cancel')}
      okText={tApp('action.save')}
      okButtonProps={{ disabled: !isValid, loading: change.isPending }}
      onOk={save}
    >
      <Input
        autoFocus
        aria-label={t('name')}
        value={mapName}
        maxLength={LIMITS.name}
        onChange={({ target }) => setMapName(target.value)}
        onPressEnter={() => isValid && save()}
      />
      {change.error !== null && <Alert type="error" showIcon title={errorText(change.error, language)} />}
    </Modal>
  );
}
