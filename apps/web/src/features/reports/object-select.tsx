import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import { MAP_ROLES, type Role, RULE_ROLES } from '@wakeline/contract/roles';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useObjects } from '../../parts/map-objects/use-objects.ts';
import { FILTER_POPUP_WIDTH } from '../../parts/records/choice-filter.tsx';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES, useSession } from '../../service/session.ts';
import { tagPlaceholder } from '../../ui/tag-placeholder.tsx';

interface IdsFieldProps {
  readonly values: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

function useHasRole(wanted: readonly Role[]): boolean {
  const { roles } = useSession();
  return roles.some(({ name }) => wanted.includes(name as Role));
}

/** The fences to which a report is limited; users without map functions have none. */
export function FenceField(props: IdsFieldProps) {
  return useHasRole(MAP_ROLES) ? <Fences {...props} /> : null;
}

function Fences(props: IdsFieldProps) {
  const { t } = useTranslation('reports');
  const fences = useObjects('fence').list;
  return <IdsSelect {...props} label={t('filter.fences')} options={fences} />;
}

/** The speed rules to which a report is limited; users without the functions of rules have none. */
export function SpeedRuleField(props: IdsFieldProps) {
  return useHasRole(RULE_ROLES) ? <SpeedRules {...props} /> : null;
}

function SpeedRules(props: IdsFieldProps) {
  const { t } = useTranslation('reports');
  const client = useClient();
  const { data } = useQuery({
    queryKey: [USER_QUERIES, 'rules'],
    queryFn: ({ signal }) => client.call('queryRules', {}, { signal }),
  });
  const rules = (data?.list ?? []).filter(({ condition }) => condition.type === 'overspeed');
  const options = rules.map(({ ruleId: id, ruleName: name }) => ({ id, name }));
  return <IdsSelect {...props} label={t('filter.rules')} options={options} />;
}

interface IdsSelectProps extends IdsFieldProps {
  readonly label: string;
  readonly options: readonly { readonly id: number; readonly name: string }[];
}

function IdsSelect({ values, onChange, label, options }: IdsSelectProps) {
  // Those that are deleted or not loaded yet have no name to display.
  const known = new Set(options.map(({ id }) => id));
  const chosen = values.filter((id) => known.has(id));
  return (
    <Select<number[]>
      mode="multiple"
      allowClear
      maxCount={LIMITS.reportObjects}
      maxTagCount="responsive"
      maxTagPlaceholder={(omitted) => tagPlaceholder(omitted, chosen.length)}
      popupMatchSelectWidth={FILTER_POPUP_WIDTH}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={label}
      placeholder={label}
      value={[...chosen]}
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(ids) => onChange(ids)}
    />
  );
}
