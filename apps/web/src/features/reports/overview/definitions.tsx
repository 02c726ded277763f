import { IconHelpCircle } from '@tabler/icons-react';
import { OVERVIEW_FIGURE_TEXTS, OVERVIEW_FIGURES } from '@wakeline/contract/reports/overview-texts';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './overview.module.css';

/** A button that opens the definitions of all figures. */
export function Definitions() {
  const { t } = useTranslation('operationReport');
  const figures = OVERVIEW_FIGURE_TEXTS[useLanguage()];
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type="text" icon={<IconHelpCircle size={18} stroke={1.75} />} onClick={() => setOpen(true)}>
        {t('definitions.open')}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t('definitions.title')}
        size={420}
        styles={{ wrapper: { maxWidth: '100%' } }}
      >
        <p className={styles.hint}>{t('definitions.about')}</p>
        <dl className={styles.definitions}>
          {OVERVIEW_FIGURES.map((figure) => (
            <div key={figure}>
              <dt>{figures[figure].name}</dt>
              <dd>{figures[figure].definition}</dd>
            </div>
          ))}
        </dl>
      </Drawer>
    </>
  );
}
