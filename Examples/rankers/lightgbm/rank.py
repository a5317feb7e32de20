# A LambdaMART as LightGBM saved it: it reads the columns that it was trained on, in their order.
import os
import sys

import lightgbm
import numpy

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "../../../Rankers/python"))
from feedlab_ranker import ranker

model = lightgbm.Booster(model_file=os.path.join(here, "model.txt"))
features = model.feature_name()


@ranker(reads=features)
def learned(candidates, parameters):
    return model.predict(numpy.column_stack([candidates[name] for name in features]), num_threads=1)
