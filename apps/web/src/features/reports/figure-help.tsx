import { IconHelpCircle } from '@tabler/icons-react';
import { describeReportSettings } from '@wakeline/contract/reports/report-settings-texts';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useSession } from '../../service/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { usePhone } from '../../ui/media.ts';
import styles from './reports.module.css';

interface FigureHelpProps {
  readonly figures: readonly { readonly name: string; readonly definition: string }[];
}

/** A button that opens the settings of the account and the definitions of all figures of a report. */
export function FigureHelp({ figures }: FigureHelpProps) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const { reportSettings } = useSession();
  const [open, setOpen] = useState(false);
  // On a phone the text would leave no space for the title of the section.
  const phone = usePhone();
  const icon = <IconHelpCircle size={18} stroke={1.75} />;
  return (
    <>
      {phone ? (
        <IconButton label={t('help.open')} icon={icon} onClick={() => setOpen(true)} />
      ) : (
        <Button type="text" icon={icon} onClick={() => setOpen(true)}>
          {t('help.open')}
        </Button>
      )}
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t('help.open')}
        size={420}
        styles={{ wrapper: { maxWidth: '100%' } }}
      >
        <p className={styles.hint}>{t('help.about')}</p>
        <h3 className={styles.heading}>{t('help.settings')}</h3>
        <dl className={styles.settings}>
          {describeReportSettings(reportSettings, language).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <h3 className={styles.heading}>{t('help.figures')}</h3>
        <dl className={styles.definitions}>
          {figures.map(({ name, definition }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{definition}</dd>
            </div>
          ))}
        </dl>
      </Drawer>
    </>
  );
}
