import { IconAlertTriangle } from '@tabler/icons-react';
import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import type { TopicOptions } from './instruction-options.ts';
import styles from './instructions.module.css';

interface InstructionSelectProps {
  readonly id: string;
  readonly topics: readonly TopicOptions[];
  readonly value: InstructionName | null;
  /** The number of devices. */
  readonly total: number;
  readonly loading: boolean;
  readonly onChange: (name: InstructionName) => void;
}

/** Selects one of the supported instructions; those that some devices do not support cannot be selected. */
export function InstructionSelect({ id, topics, value, total, loading, onChange }: InstructionSelectProps) {
  const { t } = useTranslation('instructions');
  const { formatCount } = useFormat();
  return (
    <Select<InstructionName>
      id={id}
      className={styles.wide ?? ''}
      showSearch={{ optionFilterProp: 'title' }}
      value={value}
      loading={loading}
      disabled={total === 0}
      placeholder={t(total === 0 ? 'tickFirst' : 'choose')}
      onChange={onChange}
      options={topics.map(({ topic, options }) => ({
        label: t(`topic.${topic}`),
        options: options.map(({ name, title, dangerous, unsupported }) => ({
          value: name,
          title,
          disabled: unsupported > 0,
          label: (
            <span className={styles.option}>
              <span>{title}</span>
              {dangerous && (
                <IconAlertTriangle size={16} stroke={1.75} role="img" aria-label={t('dangerousShort')} />
              )}
              {unsupported > 0 && (
                <small>
                  {t('unsupportedShort', { count: unsupported, number: formatCount(unsupported) })}
                </small>
              )}
            </span>
          ),
        })),
      }))}
    />
  );
}
