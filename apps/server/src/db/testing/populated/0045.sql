-- What the program of 0045-leg-fields.sql kept besides. Never edited once it is released.
update leg set
  departure = '{"ident": "ZGKL", "landingPlaceId": null, "name": "Guilin", "isUncertain": false, "runway": "01"}',
  corrected = '{"landing": 1795438860000, "by": "ada"}';
