import { IconHistory, IconMap2, IconPencil, IconSend2, IconTrash } from '@tabler/icons-react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { serverNow } from '../../../../live/live-store.ts';
import { buildSingleReplayUrl } from '../../../../parts/addresses/single-replay-url.ts';
import { openSendDialog, useSendsInstructions } from '../../../../parts/instructions/send-dialog-store.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { usePhone } from '../../../../ui/media.ts';
import { useRemoveDevice } from '../devices/use-remove-device.ts';
import styles from './device-page.module.css';
import type { DeviceDetails } from './device-sections.ts';

interface DeviceActionsProps {
  readonly device: DeviceDetails;
  readonly onEdit: () => void;
  readonly onRemoved: () => void;
}

/** Where the device can be seen, and its changes. */
export function DeviceActions({ device, onEdit, onRemoved }: DeviceActionsProps) {
  const { t } = useTranslation('devices');
  const { t: tApp } = useTranslation('app');
  const canSend = useSendsInstructions();
  const navigate = useNavigate();
  const phone = usePhone();
  const remove = useRemoveDevice(onRemoved);
  const { trackerId, trackerName: name, abilities } = device;
  const hasPosition = device.trackerStatusDto.latitude !== null;
  const links = [
    {
      key: 'map',
      label: t('showOnMap'),
      icon: <IconMap2 size={18} stroke={1.75} />,
      disabled: !hasPosition,
      onClick: () => navigate(`/?device=${trackerId}`),
    },
    {
      key: 'replay',
      label: t('replay'),
      icon: <IconHistory size={18} stroke={1.75} />,
      disabled: !abilities.replay,
      onClick: () => navigate(buildSingleReplayUrl(device, serverNow())),
    },
    ...(canSend
      ? [
          {
            key: 'instruction',
            label: tApp('action.sendInstruction'),
            icon: <IconSend2 size={18} stroke={1.75} />,
            onClick: () => openSendDialog({ kind: 'ticked', trackerIds: [trackerId] }),
          },
        ]
      : []),
  ];
  return (
    <span className={styles.actions}>
      {links.map(({ key, label, ...button }) =>
        phone ? (
          <IconButton key={key} label={label} {...button} />
        ) : (
          <Button key={key} {...button}>
            {label}
          </Button>
        ),
      )}
      {abilities.edit && (
        <IconButton
          label={t('edit', { name })}
          icon={<IconPencil size={18} stroke={1.75} />}
          onClick={onEdit}
        />
      )}
      {abilities.remove && (
        <IconButton
          danger
          label={t('remove', { name })}
          icon={<IconTrash size={18} stroke={1.75} />}
          onClick={() => remove(device)}
        />
      )}
    </span>
  );
}
