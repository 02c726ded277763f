import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';

/** The class of new participants, as `classId` of the form. */
export function ClassField({ match }: { readonly match: MatchDetails }) {
  const { t } = useTranslation('matches');
  return (
    <Form.Item name="classId" label={t('class')}>
      <Select
        allowClear
        placeholder={t('none')}
        notFoundContent={t('noClasses')}
        options={match.classes.map(({ classId, className }) => ({ value: classId, label: className }))}
        showSearch={{ optionFilterProp: 'label' }}
      />
    </Form.Item>
  );
}
