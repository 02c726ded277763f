import { IconTag, IconTagOff, IconTags } from '@tabler/icons-react';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LabelMode } from '../../map/devices/label-mode.ts';

export const LABEL_MODES = ['single', 'detailed', 'hidden'] as const satisfies readonly LabelMode[];

const ICONS = { single: IconTag, detailed: IconTags, hidden: IconTagOff } as const;

interface LabelModeButtonProps {
  readonly mode: LabelMode;
  readonly onMode: (mode: LabelMode) => void;
}

/** Selects how markers are labelled. */
export function LabelModeButton({ mode, onMode }: LabelModeButtonProps) {
  const { t } = useTranslation('live');
  const Icon = ICONS[mode];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [mode],
        items: LABEL_MODES.map((option) => {
          const OptionIcon = ICONS[option];
          return {
            key: option,
            label: t(`labels.${option}`),
            icon: <OptionIcon size={16} />,
            onClick: () => onMode(option),
          };
        }),
      }}
    >
      <Button aria-label={t('labels.title')} title={t('labels.title')} icon={<Icon size={18} />} />
    </Dropdown>
  );
}
