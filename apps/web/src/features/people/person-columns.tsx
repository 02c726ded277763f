import type { Person } from '@wakeline/contract/people/people';
import { Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { RecordColumn } from '../../parts/records/record-table.tsx';
import { useSession } from '../../service/session.ts';
import { countryNameIn } from './country-field.tsx';
import styles from './people.module.css';
import { PersonPhoto } from './person-photo.tsx';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const PEOPLE_TABLE_WIDTH = 1_300;

export function usePersonColumns(): readonly RecordColumn<Person>[] {
  const { t } = useTranslation('people');
  const language = useLanguage();
  const { formatDateTime } = useFormat();
  const opensDevices = useSession().roles.some(({ name }) => name === 'eob_plugin_device_mg');
  const text = (value: string | null) =>
    value === null || value === '' ? null : <span title={value}>{value}</span>;
  const number = (value: string) => <span className={styles.number}>{text(value)}</span>;
  return [
    {
      key: 'personName',
      title: t('name'),
      width: 190,
      sortable: true,
      render: ({ personName, photoUrl }) => (
        <span className={styles.named} title={personName}>
          <PersonPhoto url={photoUrl} label="" size={32} />
          <span>{personName}</span>
        </span>
      ),
    },
    {
      key: 'raceNumber',
      title: t('raceNumberShort'),
      width: 100,
      optional: true,
      sortable: true,
      render: ({ raceNumber }) =>
        raceNumber !== '' && (
          <span className={styles.bib} title={raceNumber}>
            {raceNumber}
          </span>
        ),
    },
    {
      key: 'status',
      title: t('status'),
      width: 104,
      optional: true,
      render: ({ status, statusTime }) => (
        <Tooltip title={statusTime === null ? null : formatDateTime(statusTime)}>
          <Tag color={status === 'IN_RACE' ? 'blue' : 'default'}>{t(`statusName.${status}`)}</Tag>
        </Tooltip>
      ),
    },
    {
      key: 'gender',
      title: t('gender'),
      width: 78,
      optional: true,
      render: ({ gender }) => gender !== 'unspecified' && t(`genderName.${gender}`),
    },
    {
      key: 'age',
      title: t('age'),
      width: 74,
      optional: true,
      sortable: true,
      render: ({ age }) => age !== null && number(String(age)),
    },
    {
      key: 'nationality',
      title: t('nationality'),
      width: 140,
      optional: true,
      render: ({ nationality }) =>
        nationality !== null && (
          <span title={countryNameIn(nationality, language)}>
            <span className={styles.code}>{nationality}</span> {countryNameIn(nationality, language)}
          </span>
        ),
    },
    { key: 'phone', title: t('phone'), width: 146, optional: true, render: ({ phone }) => number(phone) },
    {
      key: 'trackerName',
      title: t('device'),
      width: 150,
      optional: true,
      sortable: true,
      render: ({ trackerId, trackerName }) => {
        if (trackerId === null) return <span className={styles.muted}>{t('unbound')}</span>;
        return opensDevices ? (
          <Link to={`/deviceManger/${trackerId}`} className={styles.link} title={trackerName ?? ''}>
            {trackerName}
          </Link>
        ) : (
          text(trackerName)
        );
      },
    },
    {
      key: 'account',
      title: t('accountShort'),
      optional: true,
      render: ({ communicationAccountName, cardNumber }) =>
        communicationAccountName !== null && (
          <span className={styles.lines} title={`${communicationAccountName} ${cardNumber ?? ''}`}>
            <span>{communicationAccountName}</span>
            <small className={styles.muted}>{cardNumber}</small>
          </span>
        ),
    },
    ...useDetailColumns(),
  ];
}

/** Columns that are hidden until the user shows them. */
function useDetailColumns(): readonly RecordColumn<Person>[] {
  const { t } = useTranslation('people');
  const { formatDateTime } = useFormat();
  const hidden = { optional: true, initiallyHidden: true } as const;
  return [
    {
      ...hidden,
      key: 'club',
      title: t('club'),
      width: 170,
      sortable: true,
      render: ({ club }) => club !== '' && <span title={club}>{club}</span>,
    },
    {
      ...hidden,
      key: 'emergencyContact',
      title: t('emergencyContact'),
      width: 170,
      render: ({ emergencyContactName: name, emergencyContactPhone: phone }) =>
        (name !== '' || phone !== '') && (
          <span className={styles.lines} title={`${name} ${phone}`.trim()}>
            <span>{name}</span>
            <small className={styles.muted}>{phone}</small>
          </span>
        ),
    },
    {
      ...hidden,
      key: 'note',
      title: t('note'),
      width: 200,
      render: ({ note }) => note !== '' && <span title={note}>{note}</span>,
    },
    {
      ...hidden,
      key: 'statusTime',
      title: t('statusTime'),
      width: 180,
      sortable: true,
      render: ({ statusTime }) =>
        statusTime !== null && <span className={styles.number}>{formatDateTime(statusTime)}</span>,
    },
    {
      ...hidden,
      key: 'createTime',
      title: t('created'),
      width: 180,
      sortable: true,
      render: ({ createTime }) => <span className={styles.number}>{formatDateTime(createTime)}</span>,
    },
  ];
}
