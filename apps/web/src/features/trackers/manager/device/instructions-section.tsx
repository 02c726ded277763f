import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ledger } from '../../../../parts/instructions/ledger.tsx';
import type { DeviceSectionProps } from './device-sections.ts';

/** The instructions to a device, newest first. */
export function InstructionsSection({ device: { trackerId } }: DeviceSectionProps) {
  const { t } = useTranslation('instructions');
  const [page, setPage] = useState({ index: 1, size: 20 });
  const filter = useMemo(() => ({ trackerId }), [trackerId]);
  return (
    <Ledger
      label={t('title')}
      name="device-instructions"
      filter={filter}
      empty={t('none')}
      forDevice
      page={page}
      onPage={(index, size) => setPage({ index, size })}
    />
  );
}
